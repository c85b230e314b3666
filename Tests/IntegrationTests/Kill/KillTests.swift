internal import FoundationEssentials
internal import StrictJSON
internal import TestSupport
internal import Testing

/// A service in a SQLite file is killed by SIGKILL again and again, while connections send it notifications.
///
/// `STOREKEEPER_KILLS` is how often, 3 unless given; `STOREKEEPER_SEED` chooses other moments.
@Suite("serve is killed", .timeLimit(.minutes(30)))
struct KillTests {
    private static let kills = number("STOREKEEPER_KILLS") ?? 3
    private static let seed = number("STOREKEEPER_SEED") ?? 20_261_130
    private static let connections = 6

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    private let folder: TemporaryFolder
    private let arguments: [String]
    private let plan: LoadPlan

    init() throws {
        folder = try TemporaryFolder()
        arguments = try ["--store", "sqlite:\(folder.file("store.db"))"] + ServiceProcess.trust(in: folder)
        plan = LoadPlan(seed: UInt64(Self.seed), signer: try TestSigner.shared())
    }

    @Test("Whatever was answered 200 is there after the restart, once, and nothing half")
    func kill() async throws {
        var generator = SeededGenerator(seed: UInt64(Self.seed) &+ 1)
        let file = try Descriptor.appending(to: folder.file("held.ndjson"))
        var killsAtStart = 0
        for round in 0..<Self.kills {
            if round % 4 == 3 {
                // Between the beginning of the process and its first answer, while it recovers from the last kill.
                try await startAndKill(milliseconds: Int.random(in: 0...40, using: &generator))
                killsAtStart += 1
            }
            let service = try await ServiceProcess.start(in: folder, arguments)
            try await check(service)
            file.write(plan.takeUnwritten())
            try plan.refill(Self.kills > 10 ? 800 : 150)
            try await load(service, killedAfter: Int.random(in: 10...800, using: &generator))
        }
        let service = try await ServiceProcess.start(in: folder, arguments)
        try await check(service)
        file.write(plan.takeUnwritten())
        #expect(try await service.stop() == .exited(0))
        #expect(plan.refusals.isEmpty)
        try await compareWithFreshStore()
        report(killsAtStart)
    }

    /// Sends from several connections until the process is killed.
    private func load(_ service: ServiceProcess, killedAfter milliseconds: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.connections {
                group.addTask { try await blocking { [plan] in send(plan, to: service) } }
            }
            group.addTask {
                try await Task.sleep(for: .milliseconds(milliseconds))
                service.send(.kill)
            }
            try await group.waitForAll()
        }
        #expect(try await service.ending().ending == .killed(bySignal: ChildProcess.Signal.kill.number))
    }

    private func startAndKill(milliseconds: Int) async throws {
        let child = try ServiceProcess.launch(in: folder, arguments)
        try await Task.sleep(for: .milliseconds(milliseconds))
        child.send(.kill)
        _ = try await blocking { child.wait(milliseconds: 10_000) }
    }

    /// The service is ready, and holds what it must and nothing else, each once.
    private func check(_ service: ServiceProcess) async throws {
        let (rows, outcomes) = try await blocking { try listing(of: service) }
        let present = Set(rows)
        #expect(present.count == rows.count, "a notification has two rows")
        #expect(outcomes.isSubset(of: ["applied", "superseded", "recorded"]))
        plan.settle(present: present)
        let held = plan.held
        let (lost, unheardOf) = (held.subtracting(present).count, present.subtracting(held).count)
        #expect(lost == 0 && unheardOf == 0)
    }

    /// The same set, taken once by a store that nobody killed, has the same digests.
    private func compareWithFreshStore() async throws {
        let fresh = "sqlite:\(folder.file("fresh.db"))"
        let taken = try await Storekeeper.bash(
            #""$storekeeper" ingest "$1" --store "$2" --root "$3" --json | tail -n 1"#, folder.file("held.ndjson"),
            fresh, folder.file("root.pem"))
        let counts = try taken.object["summary"]
        #expect(counts?["lines"]?.number?.integer == Int64(plan.held.count))
        for outcome in ["duplicate", "quarantined", "rejected"] {
            #expect(counts?[outcome]?.number?.integer == 0, "\(outcome)")
        }
        for question in [["--all", "--digest"], ["--digest", "--facts"], ["--all", "--json", "--at", "2026-08-01"]] {
            let killed = try await Storekeeper.run(["entitlements", "--store", arguments[1]] + question)
            let never = try await Storekeeper.run(["entitlements", "--store", fresh] + question)
            #expect(killed.status == 0 && never.status == 0 && !killed.output.isEmpty)
            // The texts are too long to be shown.
            let isSame = killed.output == never.output
            #expect(isSame, "\(question)")
        }
    }

    private func report(_ killsAtStart: Int) {
        guard Self.number("STOREKEEPER_KILLS") != nil else { return }
        let counts = plan.counts
        let outcomes = counts.answersByOutcome.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        print(
            """
            seed \(Self.seed): \(Self.kills) kills under load, \(killsAtStart) while starting
            \(counts.requests) requests, answered 200: \(outcomes.joined(separator: ", "))
            \(plan.acknowledged) notifications acknowledged, all of them held; \(plan.held.count) held
            \(counts.committedSilently) committed without an answer, \(counts.lost) lost with the process and sent again
            """)
    }
}

/// Sends items on one connection until it breaks.
private func send(_ plan: LoadPlan, to service: ServiceProcess) {
    guard let connection = try? LoopbackConnection(service.publicAddress) else { return }
    while true {
        let (item, body) = plan.next()
        guard let answer = try? connection.ask("POST", "/v1/notifications", body: body) else { return }
        let outcome = (try? JSONDocument(parsing: answer.body).root)?["outcome"]?.string
        plan.note(answer.status, answer.text, for: item, outcome: outcome)
    }
}

/// The keys of all rows, in the order of the log, and which outcomes occur.
private func listing(of service: ServiceProcess) throws -> (keys: [String], outcomes: Set<String>) {
    let connection = try LoopbackConnection(service.privateAddress)
    var keys: [String] = []
    var outcomes: Set<String> = []
    var after = ""
    while true {
        let answer = try connection.ask("GET", "/v1/notifications?limit=500\(after)")
        let page = try JSONDocument(parsing: try #require(answer).body).root
        for row in try #require(page["notifications"]).elements {
            let (uuid, digest) = (row["notificationUUID"]?.string, row["digest"]?.string)
            keys.append(LoadItem.key(uuid: uuid ?? "", digest: digest ?? ""))
            outcomes.insert(row["outcome"]?.string ?? "")
        }
        guard let next = page["next"]?.string else { return (keys, outcomes) }
        after = "&after=\(next)"
    }
}
