internal import AppStoreModels
internal import CommandLineTool
internal import EntitlementStorage
internal import SimulatorService
internal import StoreSimulator
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Comparing a store with the App Store", .timeLimit(.minutes(30)))
struct ReconcileCommandTests {
    private static func objects(_ output: String, _ name: String) throws -> [JSONNode] {
        try output.split(separator: "\n").compactMap { try JSONDocument(parsing: Array($0.utf8)).root[name] }
    }

    private static func summary(_ outcome: CommandHarness.Outcome) throws -> JSONNode {
        try #require(try objects(outcome.output, "summary").first)
    }

    @Test("A whole store has no differences, and nothing changes when it is asked twice")
    func same() async throws {
        try await LossyAppStore.with { appStore in
            try await appStore.buy("pro.monthly", by: "ann")
            try await appStore.buy("coins", by: "ann")
            try await appStore.buy("lamp", by: "ben")
            try await appStore.wait(days: 40)
            let url = try await appStore.keep(appStore.mail.bodies(), as: "whole.db")
            let before = await appStore.run("entitlements", "--all", "--digest", "--facts", "--store", url).output
            let found = await appStore.ask("reconcile", "--all", "--store", url)
            #expect(found.status == .fine && !found.error.contains("error:"))
            // Two customers: one history each, and statuses of the one with a subscription.
            #expect(found.output == "Production  3 lines compared, 3 same; 3 requests\n")
            let applied = await appStore.ask("reconcile", "--all", "--refunds", "--store", url, "--apply", "--yes")
            #expect(applied.status == .fine && applied.output == "Production  3 lines compared, 3 same; 5 requests\n")
            #expect(await appStore.run("entitlements", "--all", "--digest", "--facts", "--store", url).output == before)
        }
    }

    @Test("Each kind of difference is told with its evidence, and brought in only when that is asked for")
    func kinds() async throws {
        try await LossyAppStore.with { appStore in
            let refunded = try await appStore.buy("coins", by: "ann")
            let stale = try await appStore.buy("pro.monthly", by: "ben")
            let missing = try await appStore.buy("news", by: "cleo")
            let quiet = try await appStore.buy("season", by: "dora")
            let early = appStore.mail.bodies()
            try await appStore.wait(days: 1)
            let unknown = try await appStore.buy("lamp", by: "dora")
            try await appStore.perform(.refund(.transaction(refunded), reason: .other, percentage: nil))
            try await appStore.perform(.cancel(.transaction(stale)))
            try await appStore.wait(days: 10)
            let url = try await appStore.keep(early, as: "early.db")
            let found = await appStore.ask("reconcile", "--all", "--store", url, "--json")
            #expect(found.status == .no && !found.error.contains("error:"))
            let differences = try Self.objects(found.output, "difference")
            let kinds = Dictionary(
                differences.map { ($0["id"]?.string ?? "", $0["kind"]?.string ?? "") }, uniquingKeysWith: { $1 })
            #expect(
                kinds == [
                    String(refunded): "refund", String(stale): "stale", String(missing): "missing",
                    String(unknown): "unknown-here",
                ])
            for difference in differences {
                #expect(difference["evidence"]?.elements.contains { _ in true } == true)
                #expect(difference["remote"]?.elements.contains { _ in true } == true)
            }
            let summary = try Self.summary(found)
            #expect(summary["checked"]?.number?.integer == 5 && summary["same"]?.number?.integer == 1)
            #expect(summary["complete"]?.boolean == true && summary["applied"]?.boolean == false)
            #expect(!found.output.contains("\"\(quiet)\""))

            let text = await appStore.ask("reconcile", "--all", "--store", url)
            #expect(text.output.contains("- \(refunded)  refunded, not known here\n"))
            #expect(text.output.contains("here       coins: credited"))
            #expect(text.output.contains("App Store  coins: revoked"))
            #expect(text.output.contains("(transaction-history)") && text.output.contains("(subscription-statuses)"))
            #expect(text.output.contains("nothing was changed; --apply brings these in"))

            let plan = await appStore.ask("reconcile", "--all", "--store", url, "--apply")
            #expect(plan.status == .usage && plan.error.contains("nothing was done"))
            #expect(plan.output == "would ask the App Store (Production) about 4 lines, and bring in what differs\n")
            #expect(await appStore.ask("reconcile", "--all", "--store", url).status == .no)

            let done = await appStore.ask("reconcile", "--all", "--store", url, "--apply", "--yes")
            #expect(done.status == .fine && done.output.contains("brought in: "))
            let again = await appStore.ask("reconcile", "--all", "--store", url, "--refunds")
            #expect(again.status == .fine && again.output.hasPrefix("Production  5 lines compared, 5 same; "))
            let told = await appStore.run("inspect", String(stale), "--store", url)
            #expect(told.output.contains("(from the Server API)"))
            let json = await appStore.run("inspect", String(unknown), "--store", url, "--json")
            #expect(json.output.contains("\"source\":\"server-api\""))
            // What came by itself goes through an export and back.
            let exported = await appStore.run("export", "--store", url)
            #expect(exported.output.contains("\"kind\":\"renewalInfo\""))
            let copy = try await appStore.keep([], as: "copy.db")
            let imported = await appStore.run(
                ["import", "--store", copy, "--root", "root.pem"], input: exported.output)
            #expect(imported.status == .fine, "\(imported.error)")
            let digest = await appStore.run("entitlements", "--all", "--digest", "--facts", "--store", url).output
            #expect(
                await appStore.run("entitlements", "--all", "--digest", "--facts", "--store", copy).output == digest)
        }
    }

    @Test(
        "PostgreSQL comes to the same answers as SQLite",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
    func postgreSQL() async throws {
        try await LossyAppStore.with(seed: 11) { appStore in
            var lives = RandomLives(appStore, seed: 11, customers: 8)
            try await lives.live(lines: 16)
            let whole = try await appStore.keep(appStore.mail.bodies(), as: "whole.db")
            #expect(await appStore.ask("reconcile", "--all", "--store", whole, "--apply", "--yes").status == .fine)
            try await TestDatabase.run { database in
                let other = appStore.with(store: database.address.connectionString)
                let arrived = appStore.mail.bodies(arrived: true).map { String(decoding: $0, as: UTF8.self) }
                let taken = await other.run(
                    ["ingest", "--root", "root.pem"], input: arrived.joined(separator: "\n"))
                #expect(taken.status == .fine)
                let (filled, done) = (
                    await other.ask("backfill", "--since", "2026-01-31", "--apply"),
                    await other.ask("reconcile", "--all", "--refunds", "--apply", "--yes")
                )
                #expect(filled.status == .fine && done.status == .fine, "\(filled.error)\(done.error)")
                let later = String(appStore.session.now + LossyAppStore.day)
                let digest = await other.run("entitlements", "--all", "--digest", "--at", later)
                #expect(digest.output == (await appStore.digest(whole, at: Int64(later) ?? 0)))
                let again = await other.ask("reconcile", "--all", "--refunds")
                #expect(again.status == .fine && !again.output.contains("\n- "))
                let exported = await other.run("export")
                #expect(exported.output.contains("\"source\":\"history\""))
                #expect(exported.output.contains("\"source\":\"server-api\""))
                #expect(appStore.files.entries["storekeeper.reconcile-place"] == nil)
            }
        }
    }

    @Test("What no notification tells, such as an account that was linked later, is found")
    func silent() async throws {
        try await LossyAppStore.with { appStore in
            let id = try await appStore.buy("lamp", by: "ann")
            let token = "2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"
            try await appStore.perform(.setAppAccountToken(.transaction(id), token: token))
            let url = try await appStore.keep(appStore.mail.bodies(), as: "whole.db")
            try await appStore.wait(days: 1)
            let found = await appStore.ask("reconcile", "--all", "--store", url)
            #expect(found.status == .no && found.output.contains("- \(id)  not up to date here\n"))
            #expect(found.output.contains("    differs in appAccountToken\n"))
            #expect(await appStore.ask("reconcile", "--all", "--store", url, "--apply", "--yes").status == .fine)
            let customer = await appStore.run("entitlements", "--customer", token, "--store", url)
            #expect(customer.output.contains("lamp") && customer.output.contains("active"))
        }
    }

    @Test("What the App Store does not know is a difference, and stays one")
    func unknownAtApple() async throws {
        try await LossyAppStore.with { appStore in
            let id = try await appStore.buy("lamp", by: "ann")
            let url = try await appStore.keep(appStore.mail.bodies(), as: "whole.db")
            appStore.store.setError(
                ServedStore.EndpointError(code: .transactionIdNotFound, times: nil), of: .transactionHistory)
            let found = await appStore.ask("reconcile", "--line", String(id), "--store", url, "--apply", "--yes")
            #expect(found.status == .no && found.output.contains("- \(id)  unknown at the App Store\n"))
            let nobody = await appStore.ask("reconcile", "--customer", "77", "--store", url)
            #expect(nobody.status == .notFound && nobody.error.contains("--ids asks about what is not known here"))
        }
    }

    @Test("Errors that pass leave lines unchecked, which are named and asked about again by the next run")
    func unchecked() async throws {
        try await LossyAppStore.with { appStore in
            for index in 0..<6 { try await appStore.buy("coins", by: "c\(index)") }
            let url = try await appStore.keep([appStore.mail.bodies()[0]], as: "one.db")
            let all = try await appStore.keep(appStore.mail.bodies(), as: "all.db")
            // Two questions fail each time that they are sent, four times each; side by side or one after the other.
            appStore.store.setError(
                ServedStore.EndpointError(code: .generalInternalRetryable, times: 24), of: .transactionHistory)
            let broken = await appStore.ask("reconcile", "--all", "--store", all, "--place", "place")
            #expect(
                broken.status == .temporary && broken.error.contains("for what was not checked: go on with --continue"))
            #expect(broken.output.contains("6 unchecked") && broken.output.contains("unchecked: the App Store refused"))
            #expect(appStore.files.entries["place"] != nil)
            let rest = await appStore.ask("reconcile", "--all", "--store", all, "--place", "place", "--continue")
            #expect(rest.status == .fine && rest.output.hasPrefix("Production  6 lines compared, 6 same; "))
            #expect(appStore.files.entries["place"] == nil)
            let other = await appStore.ask("reconcile", "--all", "--store", url, "--place", "place", "--continue")
            #expect(other.status == .usage && other.error.contains("no place to go on from"))
        }
    }

    @Test("An App Store that is silent ends the run early, and the next goes on")
    func silence() async throws {
        try await LossyAppStore.with { appStore in
            for index in 0..<30 { try await appStore.buy("coins", by: "c\(index)") }
            let url = try await appStore.keep(appStore.mail.bodies(), as: "all.db")
            appStore.store.setError(
                ServedStore.EndpointError(code: .generalInternal, times: nil), of: .transactionHistory)
            let broken = await appStore.ask("reconcile", "--all", "--store", url, "--place", "place", "--json")
            #expect(broken.status == .temporary && broken.error.contains("the App Store does not answer"))
            let summary = try Self.summary(broken)
            #expect(summary["complete"]?.boolean == false && summary["checked"]?.number?.integer == 0)
            appStore.store.setError(nil, of: .transactionHistory)
            let rest = await appStore.ask("reconcile", "--all", "--store", url, "--place", "place", "--continue")
            #expect(rest.status == .fine && rest.output.hasPrefix("Production  30 lines compared, 30 same; "))
        }
    }

    @Test("A wrong key ends the run at once")
    func refused() async throws {
        try await LossyAppStore.with { appStore in
            try await appStore.buy("coins", by: "ann")
            let url = try await appStore.keep(appStore.mail.bodies(), as: "all.db")
            let refused = await appStore.ask("reconcile", "--all", "--store", url, "--key-id", "OTHER")
            #expect(refused.status == .usage && refused.error.contains("likely causes: "))
        }
    }

    @Test("A budget is kept to the last request, and runs that follow one another come to the end")
    func budget() async throws {
        try await LossyAppStore.with { appStore in
            for index in 0..<12 { try await appStore.buy(index < 6 ? "news" : "coins", by: "c\(index)") }
            let url = try await appStore.keep(appStore.mail.bodies(), as: "all.db")
            var arguments = ["reconcile", "--all", "--store", url, "--place", "place", "--budget", "5", "--json"]
            arguments += ["--environment", "Production", "--root", "root.pem"]
            var checked: Int64 = 0
            var runs = 0
            repeat {
                let outcome = await appStore.run(arguments + (runs > 0 ? ["--continue"] : []))
                let summary = try Self.summary(outcome)
                #expect((summary["requests"]?.number?.integer ?? 99) <= 5 && outcome.status == .fine)
                checked += summary["checked"]?.number?.integer ?? 0
                runs += 1
                if summary["complete"]?.boolean == true { break }
                #expect(outcome.error.contains("the budget is used up: go on with --continue"))
                #expect(summary["remaining"]?.number?.integer == 0)
            } while runs < 20
            // Eighteen requests are needed; what was half asked is asked again.
            #expect(checked >= 12 && (4...8).contains(runs))
            #expect(appStore.files.entries["place"] == nil)
        }
    }

    @Test("Lines are chosen by age, state, customer and id")
    func selections() async throws {
        try await LossyAppStore.with { appStore in
            let old = try await appStore.buy("lamp", by: "ann")
            try await appStore.wait(days: 20)
            let new = try await appStore.buy("coins", by: "ben")
            let sub = try await appStore.buy("pro.monthly", by: "ben")
            let url = try await appStore.keep(appStore.mail.bodies(), as: "all.db")
            func compared(_ flags: String...) async -> String {
                let found = await appStore.run(
                    ["reconcile", "--store", url, "--environment", "Production", "--root", "root.pem"] + flags)
                return String(found.output.split(separator: ";").first ?? "")
            }
            #expect(await compared("--stale", "P10D") == "Production  1 lines compared, 1 same")
            // The customer's other lines are in the same answer.
            #expect(await compared("--state", "credited") == "Production  2 lines compared, 2 same")
            #expect(await compared("--customer", String(sub)) == "Production  2 lines compared, 2 same")
            #expect(await compared("--line", String(old)) == "Production  1 lines compared, 1 same")
            #expect(await compared("--state", "revoked") == "Production  0 lines compared, 0 same")
            #expect(new != old)
            let none = await appStore.ask("reconcile", "--store", url)
            #expect(none.status == .usage && none.error.contains("write one of --all, --stale"))
            let both = await appStore.ask("reconcile", "--all", "--line", "1", "--store", url)
            #expect(both.status == .usage && both.error.contains("exclude each other"))
            let wrong = await appStore.ask("reconcile", "--stale", "soon", "--store", url)
            #expect(wrong.status == .usage && wrong.error.contains("P30D"))
        }
    }

    @Test("A store begins with ids from elsewhere, receipts and signed transactions among them")
    func ids() async throws {
        try await LossyAppStore.with { appStore in
            let ann = try await appStore.buy("pro.monthly", by: "ann")
            try await appStore.buy("coins", by: "ann")
            let ben = try await appStore.buy("lamp", by: "ben")
            let cleo = try await appStore.buy("news", by: "cleo")
            try await appStore.wait(days: 40)
            let signed = try appStore.session.signedTransaction(id: ben)
            let whole = try await appStore.keep(appStore.mail.bodies(), as: "whole.db")
            let empty = try await appStore.keep([], as: "empty.db")
            appStore.files.add(
                "ids.txt", .init(bytes: Array("\(ann)\n\n\(signed)\n\(cleo)\n\(ann)\n12345\nnot an id\n".utf8)))
            let found = await appStore.ask("reconcile", "--ids", "ids.txt", "--store", empty)
            #expect(found.status == .no && found.output.contains("- \(ann)  unknown here\n"))
            #expect(found.output.contains("- 12345  unknown at the App Store\n"))
            #expect(found.output.contains("- line 7  not believed: "))
            #expect(found.output.contains("5 lines compared, 0 same"))
            let done = await appStore.ask("reconcile", "--ids", "ids.txt", "--store", empty, "--apply", "--yes")
            #expect(done.status == .no && done.output.contains("brought in: "))
            let later = appStore.session.now + LossyAppStore.day
            #expect(await appStore.digest(empty, at: later) == appStore.digest(whole, at: later))
            let tampered = String(signed.dropLast(4)) + "AAAA"
            let refused = await appStore.run(
                [
                    "reconcile", "--ids", "-", "--store", empty, "--environment", "Production", "--root", "root.pem",
                ], input: tampered)
            #expect(refused.status == .no && refused.output.contains("signature."))
        }
    }
}
