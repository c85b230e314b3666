internal import CommandLineTool
internal import FoundationEssentials
internal import StoreSimulator
internal import StrictJSON
internal import Testing

/// A store that missed a third of everything, brought to what a store says that missed nothing.
///
/// `scripts/reconcile-test` runs it with more lines and seeds, by the variables read here.
@Suite("A store that missed a random third", .timeLimit(.minutes(60)))
struct MissedThirdTests {
    private static func number(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    private static let lines = number("STOREKEEPER_RECONCILE_LINES", 60)
    private static let seeds = Array(1...UInt64(number("STOREKEEPER_RECONCILE_SEEDS", 3)))

    private static func printed(_ output: String) throws -> Set<String> {
        Set(
            try output.split(separator: "\n").compactMap { line in
                let root = try JSONDocument(parsing: Array(line.utf8)).root
                return root["difference"]?["id"]?.string ?? root["missing"]?["originalTransactionId"]?.string
            })
    }

    /// Lives through some months, and gives a whole store and one that missed a third.
    private static func stores(
        _ appStore: LossyAppStore, seed: UInt64
    ) async throws -> (whole: String, lossy: String, differing: Set<String>, at: Int64) {
        var lives = RandomLives(appStore, seed: seed, customers: lines / 2)
        try await lives.live(lines: lines)
        let whole = try await appStore.keep(appStore.mail.bodies(), as: "whole.db")
        let lossy = try await appStore.keep(appStore.mail.bodies(arrived: true), as: "lossy.db")
        let now = appStore.session.now
        let (all, some) = (try await appStore.answers(whole, at: now), try await appStore.answers(lossy, at: now))
        #expect(all.count >= lines)
        return (whole, lossy, Set(all.keys).union(some.keys).filter { all[$0] != some[$0] }, now + LossyAppStore.day)
    }

    /// The lines of which no notification tells everything, so that a store that missed nothing differs there too: the
    /// renewal of what was refunded ends in silence.
    private static func silent(_ appStore: LossyAppStore, whole: String) async throws -> Set<String> {
        let silent = try printed(await appStore.ask("reconcile", "--all", "--store", whole, "--json").output)
        #expect(silent.count <= lines / 4)
        return silent
    }

    /// Compares a store that was brought up to date with one that missed nothing; in both what is silent is known then.
    private static func expectSame(
        _ lossy: String, _ whole: String, but silent: Set<String>, at later: Int64, _ appStore: LossyAppStore
    ) async throws {
        let (all, some) = (try await appStore.answers(whole, at: later), try await appStore.answers(lossy, at: later))
        #expect(Set(all.keys).union(some.keys).filter { all[$0] != some[$0] }.subtracting(silent).isEmpty)
        if silent.isEmpty {
            #expect(await appStore.digest(lossy, at: later) == appStore.digest(whole, at: later))
        }
        let known = await appStore.ask("reconcile", "--all", "--store", whole, "--apply", "--yes")
        #expect(known.status == .fine)
        #expect(await appStore.digest(lossy, at: later) == appStore.digest(whole, at: later))
        let again = await appStore.ask("reconcile", "--all", "--refunds", "--store", lossy)
        #expect(again.status == .fine && !again.output.contains("\n- "))
    }

    @Test(
        "Backfill and reconcile bring it to the same answers; what they tell before is exactly what differs",
        arguments: seeds)
    func both(_ seed: UInt64) async throws {
        try await LossyAppStore.with(seed: seed) { appStore in
            let (whole, lossy, differing, later) = try await Self.stores(appStore, seed: seed)
            #expect(differing.count > Self.lines / 10)
            let silent = try await Self.silent(appStore, whole: whole)
            let known = try await appStore.answers(lossy, at: appStore.session.now)
            let told = try Self.printed(await appStore.ask("reconcile", "--all", "--store", lossy, "--json").output)
            let missed = try Self.printed(
                await appStore.ask("backfill", "--since", "2026-01-31", "--store", lossy, "--json").output)
            #expect(told.subtracting(differing).isSubset(of: silent), "told, and the same")
            // Nobody can ask about a customer of whom nothing is known; of these the history of notifications tells.
            let untold = differing.subtracting(told)
            #expect(untold.allSatisfy { known[$0] == nil } && untold.isSubset(of: missed), "different, and not told")

            #expect(await appStore.digest(lossy, at: later) != appStore.digest(whole, at: later))
            let filled = await appStore.ask("backfill", "--since", "2026-01-31", "--store", lossy, "--apply")
            #expect(filled.status == .fine)
            let done = await appStore.ask("reconcile", "--all", "--refunds", "--store", lossy, "--apply", "--yes")
            #expect(done.status == .fine)
            try await Self.expectSame(lossy, whole, but: silent, at: later, appStore)
        }
    }

    @Test("Reconcile alone does it for every customer of whom an id is known", arguments: seeds)
    func reconcileAlone(_ seed: UInt64) async throws {
        try await LossyAppStore.with(seed: seed &+ 100) { appStore in
            let (whole, lossy, differing, later) = try await Self.stores(appStore, seed: seed &+ 100)
            let silent = try await Self.silent(appStore, whole: whole)
            let ids = try await appStore.answers(whole, at: later).keys.sorted().joined(separator: "\n")
            appStore.files.add("ids.txt", .init(bytes: Array(ids.utf8)))
            let told = try Self.printed(
                await appStore.ask("reconcile", "--ids", "ids.txt", "--store", lossy, "--json").output)
            #expect(differing.isSubset(of: told) && told.subtracting(differing).isSubset(of: silent))
            let done = await appStore.ask("reconcile", "--ids", "ids.txt", "--store", lossy, "--apply", "--yes")
            #expect(done.status == .fine)
            try await Self.expectSame(lossy, whole, but: silent, at: later, appStore)
        }
    }
}
