internal import AppStoreModels
internal import CommandLineTool
internal import SimulatorService
internal import StoreSimulator
internal import StrictJSON
internal import Testing

@Suite("Bringing in notifications that never arrived", .timeLimit(.minutes(30)))
struct BackfillCommandTests {
    /// Some months in the lives of a few customers.
    private static func live(_ appStore: LossyAppStore) async throws {
        for (index, product) in ["pro.monthly", "pro.top", "news", "coins", "lamp", "season"].enumerated() {
            try await appStore.buy(product, by: "c\(index)")
            try await appStore.wait(days: 3)
        }
        try await appStore.perform(.cancel(.purchase(customer: "c0")))
        try await appStore.wait(days: 60)
        try await appStore.perform(.refund(.purchase(customer: "c3"), reason: .other, percentage: nil))
        try await appStore.wait(days: 10)
    }

    @Test("What is missing is told with the App Store's reasons; brought in, the answers are those of a whole store")
    func whole() async throws {
        try await LossyAppStore.with { appStore in
            try await Self.live(appStore)
            let (sent, arrived) = (appStore.mail.bodies(), appStore.mail.bodies(arrived: true))
            let lost = sent.count - arrived.count
            #expect(lost >= 4 && arrived.count > lost)
            let whole = try await appStore.keep(sent, as: "whole.db")
            let lossy = try await appStore.keep(arrived, as: "lossy.db")
            let later = appStore.session.now + LossyAppStore.day
            #expect(await appStore.digest(lossy, at: later) != appStore.digest(whole, at: later))

            let nothing = await appStore.ask("backfill", "--since", "2026-01-31", "--store", whole)
            #expect(nothing.status == .fine && nothing.error == "")
            #expect(nothing.output.hasSuffix("\(sent.count) notifications, \(sent.count) held, 0 missing\n"))

            let shown = await appStore.ask("backfill", "--since", "2026-01-31", "--store", lossy)
            #expect(shown.status == .no && shown.error == "")
            #expect(shown.output.split(separator: "\n").count { $0.hasPrefix("- ") } == lost)
            #expect(shown.output.contains("\(sent.count) notifications, \(arrived.count) held, \(lost) missing\n"))
            for (word, count) in appStore.mail.excuses { #expect(shown.output.contains("  \(count) \(word): ")) }
            #expect(shown.output.contains("nothing was changed; --apply brings these in"))
            #expect(await appStore.digest(lossy, at: later) != appStore.digest(whole, at: later))

            let done = await appStore.ask("backfill", "--since", "2026-01-31", "--store", lossy, "--apply")
            #expect(done.status == .fine && done.output.contains("brought in: "))
            #expect(await appStore.digest(lossy, at: later) == appStore.digest(whole, at: later))
            let again = await appStore.ask("backfill", "--since", "2026-01-31", "--store", lossy, "--apply", "--json")
            #expect(again.status == .fine && again.output.split(separator: "\n").count == 1)
            let summary = try JSONDocument(parsing: Array(again.output.utf8)).root["summary"]
            #expect(summary?["missing"]?.number?.integer == 0 && summary?["complete"]?.boolean == true)
        }
    }

    @Test("Inspect tells what came from the history, and an export takes it along")
    func source() async throws {
        try await LossyAppStore.with(losses: 3) { appStore in
            let id = try await appStore.buy("pro.monthly", by: "ann")
            let url = try await appStore.keep([], as: "empty.db")
            let shown = await appStore.ask("backfill", "--since", "2026-01-31", "--store", url, "--json")
            let missing = try JSONDocument(parsing: Array((shown.output.split(separator: "\n").first ?? "").utf8))
                .root["missing"]
            #expect(shown.status == .no && missing?["originalTransactionId"]?.string == String(id))
            #expect(missing?["notificationType"]?.string == "SUBSCRIBED" && missing?["attempts"]?.number?.integer == 1)
            #expect(await appStore.ask("backfill", "--since", "2026-01-31", "--store", url, "--apply").status == .fine)
            let told = await appStore.run("inspect", String(id), "--store", url)
            #expect(told.status == .fine && told.output.contains("(from the notification history)"))
            let json = await appStore.run("inspect", String(id), "--store", url, "--json")
            #expect(json.output.contains("\"source\":\"history\""))
            let exported = await appStore.run("export", "--store", url)
            #expect(exported.output.contains("\"source\":\"history\""))
        }
    }

    @Test("Only some types, and only failures, are asked for where that is said")
    func filters() async throws {
        try await LossyAppStore.with(losses: 1) { appStore in
            try await Self.live(appStore)
            let url = try await appStore.keep([], as: "empty.db")
            let lost = appStore.mail.bodies().count - appStore.mail.bodies(arrived: true).count
            let failures = await appStore.ask("backfill", "--since", "2026-01-31", "--store", url, "--only-failures")
            #expect(failures.output.contains(": \(lost) notifications, 0 held, \(lost) missing"))
            let two = await appStore.ask(
                "backfill", "--since", "2026-01-31", "--store", url, "--types", "REFUND", "--types", "SUBSCRIBED")
            let kinds = Set(
                two.output.split(separator: "\n").filter { $0.hasPrefix("- ") }
                    .compactMap { $0.dropFirst(2).split(separator: "  ").first?.split(separator: "/").first })
            #expect(kinds == ["REFUND", "SUBSCRIBED"])
        }
    }

    @Test("A run that is broken off goes on after the last page that was taken")
    func continued() async throws {
        try await LossyAppStore.with { appStore in
            for index in 0..<70 { try await appStore.buy("coins", by: "c\(index)") }
            let url = try await appStore.keep([], as: "empty.db")
            let place = "place.json"
            let now = appStore.session.now
            // Two pages are answered, then every attempt fails for as long as the client has patience.
            appStore.store.setLimit(RateLimiter.Limit(requests: 2, window: 3_600_000), of: .notificationHistory)
            let broken = await appStore.ask(
                "backfill", "--since", "2026-01-31", "--store", url, "--apply", "--place", place)
            #expect(broken.status == .temporary && broken.error.contains("go on with --continue"))
            #expect(broken.output.contains("40 notifications, 0 held, 40 missing; not read to the end"))
            let kept = try #require(appStore.files.entries[place])
            #expect(String(decoding: kept.bytes, as: UTF8.self).contains("\"command\":\"backfill\""))
            appStore.store.setLimit(nil, of: .notificationHistory)
            let rest = await appStore.ask("backfill", "--continue", "--store", url, "--apply", "--place", place)
            #expect(rest.status == .fine && rest.output.contains("30 notifications, 0 held, 30 missing"))
            #expect(appStore.files.entries[place] == nil)
            let whole = await appStore.ask("backfill", "--since", "2026-01-31", "--store", url)
            #expect(whole.status == .fine && whole.output.contains("70 notifications, 70 held, 0 missing"))
            #expect(await appStore.ask("backfill", "--continue", "--store", url, "--place", place).status == .usage)
            #expect(appStore.session.now == now)
        }
    }

    @Test("A place that the App Store does not take any more begins the window again")
    func expiredPlace() async throws {
        try await LossyAppStore.with { appStore in
            for index in 0..<30 { try await appStore.buy("coins", by: "c\(index)") }
            let url = try await appStore.keep([], as: "empty.db")
            let (since, until) = (LossyAppStore.start, appStore.session.now + 1000)
            let text =
                #"{"command":"backfill","environment":"Production","since":\#(since),"until":\#(until),"#
                + #""types":[],"onlyFailures":false,"typeIndex":0,"token":"worn out"}"#
            appStore.files.add("place.json", .init(bytes: Array(text.utf8)))
            let done = await appStore.ask("backfill", "--continue", "--store", url, "--apply", "--place", "place.json")
            #expect(done.status == .fine && done.error.contains("does not take the place any more"))
            #expect(done.output.contains("30 notifications, 0 held, 30 missing"))
        }
    }

    @Test("What is not verified is told and not taken")
    func faults() async throws {
        try await LossyAppStore.with { appStore in
            try await appStore.buy("coins", by: "ann")
            appStore.session.signingFault = .flippedSignature
            try await appStore.buy("coins", by: "ben")
            appStore.session.signingFault = nil
            let url = try await appStore.keep([], as: "empty.db")
            let done = await appStore.ask("backfill", "--since", "2026-01-31", "--store", url, "--apply")
            #expect(done.status == .no && done.output.contains("- not believed: notificationHistory[1].signedPayload"))
            #expect(done.output.contains("2 notifications, 0 held, 1 missing, 1 not believed"))
        }
    }

    @Test("Windows that Apple does not keep, and flags that contradict each other, are told at once")
    func refusals() async throws {
        try await LossyAppStore.with(.sandbox) { appStore in
            let url = try await appStore.keep([], as: "empty.db")
            let early = await appStore.ask("backfill", "--since", "2025-12-01", "--store", url)
            #expect(early.status == .usage && early.error.contains("for 30 days, since 2026-01-01"))
            let empty = await appStore.ask("backfill", "--since", "2026-01-31T12:00:00Z", "--store", url)
            #expect(empty.status == .usage && empty.error.contains("--since is not before --until"))
            let none = await appStore.ask("backfill", "--store", url)
            #expect(none.status == .usage && none.error.contains("--since TIME is missing"))
            let both = await appStore.ask("backfill", "--continue", "--since", "2026-01-31", "--store", url)
            #expect(both.status == .usage && both.error.contains("leave out --since"))
            #expect(await appStore.ask("backfill", "--continue", "--store", url).error.contains("no place to go on"))
        }
    }
}
