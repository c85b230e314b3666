import AppStoreModels
import SimulatorService
import StoreSimulator
import StrictJSON
import Synchronization
import Testing

@Suite("The simulated notification history")
struct NotificationHistoryTests {
    private func uuids(_ answer: SampleAnswer) throws -> [String] {
        try (answer.json?["notificationHistory"]?.elements.map(\.self) ?? []).map {
            try #require(try decoded($0["signedPayload"]?.string ?? "")["notificationUUID"]?.string)
        }
    }

    @Test("Pages have twenty notifications, and no token comes with the last")
    func pages() throws {
        let sample = try SampleStore()
        for _ in 0..<45 { try sample.buy("coins") }
        var found: [String] = []
        var query: [(String, String)] = []
        var sizes: [Int] = []
        while true {
            let answer = try sample.ask(.notificationHistory, query: query, body: ServerAPIErrorTests.window)
            let page = try uuids(answer)
            found += page
            sizes.append(page.count)
            let token = answer.json?["paginationToken"]?.string
            #expect((token != nil) == (answer.hasMore == true))
            guard let token else { break }
            query = [("paginationToken", token)]
            // What is made meanwhile comes at the end.
            if sizes.count == 1 { try sample.buy("lamp") }
        }
        #expect(sizes == [20, 20, 6])
        #expect(found == sample.session.notifications.map(\.id))
        let other = ServerAPIErrorTests.with(ServerAPIErrorTests.window, [("onlyFailures", true)])
        if !query.isEmpty { #expect(try sample.ask(.notificationHistory, query: query, body: other).status == 400) }
    }

    @Test("Filters choose by kind, by customer and by date")
    func filters() throws {
        let sample = try SampleStore()
        let ann = try sample.buy("pro.monthly")
        try sample.buy("pro.monthly", by: "bob")
        try sample.session.advance(to: SampleStore.start + 10 * SampleStore.day)
        try sample.session.disableAutoRenewForTransaction(identifier: ann)
        try sample.session.refundTransaction(identifier: ann)
        func count(_ changes: [(String, JSONValue?)]) throws -> Int {
            let body = ServerAPIErrorTests.with(ServerAPIErrorTests.window, changes)
            let answer = try sample.ask(.notificationHistory, body: body)
            try #require(answer.status == 200)
            return try uuids(answer).count
        }
        #expect(try count([]) == 4)
        #expect(try count([("notificationType", "SUBSCRIBED")]) == 2)
        #expect(try count([("notificationType", "SUBSCRIBED"), ("notificationSubtype", "INITIAL_BUY")]) == 2)
        #expect(try count([("notificationType", "SUBSCRIBED"), ("notificationSubtype", "RESUBSCRIBE")]) == 0)
        #expect(try count([("transactionId", .string(String(ann)))]) == 3)
        #expect(try count([("originalTransactionId", .string(String(ann)))]) == 3)
        #expect(try count([("startDate", .integer(SampleStore.start + SampleStore.day))]) == 2)
        #expect(try count([("endDate", .integer(SampleStore.start + SampleStore.day))]) == 2)
    }

    @Test("Production remembers 180 days, the sandbox 30")
    func span() throws {
        for (environment, days) in [(AppStoreModels.Environment.production, Int64(180)), (.sandbox, 30)] {
            let sample = try SampleStore(environment: environment)
            let start = SampleStore.start - days * SampleStore.day
            for (offset, status) in [(Int64(0), 200), (-1, 400)] {
                let body: JSONValue = ["startDate": .integer(start + offset), "endDate": .integer(SampleStore.start)]
                #expect(try sample.ask(.notificationHistory, body: body).status == status)
            }
        }
    }

    @Test("Attempts stand beside each notification, and failures can be asked for")
    func attempts() async throws {
        let answers = Mutex<[SendAttemptResult]>([.timedOut, .success])
        let sample = try SampleStore(
            environment: .production,
            connect: { _ throws(SessionError) in
                DeliveryDesk.Line(send: { _, _ in answers.withLock { $0.isEmpty ? .success : $0.removeFirst() } })
            })
        try await sample.store.delivery.setServer("http://127.0.0.1:9/", chaos: nil)
        try sample.buy("coins")
        try sample.buy("coins")
        await sample.store.delivery.deliver()
        func results(onlyFailures: Bool) throws -> [[String]] {
            let body = ServerAPIErrorTests.with(
                ServerAPIErrorTests.window, [("onlyFailures", .boolean(onlyFailures))])
            return try sample.ask(.notificationHistory, body: body).json?["notificationHistory"]?.elements.map { item in
                item["sendAttempts"]?.elements.map { $0["sendAttemptResult"]?.string ?? "" } ?? []
            } ?? []
        }
        #expect(try results(onlyFailures: false) == [["TIMED_OUT"], ["SUCCESS"]])
        #expect(try results(onlyFailures: true) == [["TIMED_OUT"]])
        let hour: Int64 = 3_600_000
        let made = try await sample.store.delivery.advance { $0.now + hour }
        #expect(made.attempts.map(\.result) == [.success])
        #expect(try results(onlyFailures: false) == [["TIMED_OUT", "SUCCESS"], ["SUCCESS"]])
        #expect(try results(onlyFailures: true) == [])
    }

    @Test("A test notification is sent, and its result asked for by its token")
    func testNotification() async throws {
        let sample = try SampleStore()
        try await sample.store.delivery.setServer("http://127.0.0.1:9/", chaos: nil)
        let token = try #require(
            try sample.ask(.requestTestNotification).json?["testNotificationToken"]?.string)
        await sample.store.delivery.settle()
        let answer = try sample.ask(.testNotificationStatus, [token])
        #expect(answer.status == 200)
        let payload = try decoded(try #require(answer.json?["signedPayload"]?.string))
        #expect(payload["notificationType"]?.string == "TEST")
        let results = answer.json?["sendAttempts"]?.elements.map { $0["sendAttemptResult"]?.string }
        #expect(results == ["SUCCESS"])
    }
}
