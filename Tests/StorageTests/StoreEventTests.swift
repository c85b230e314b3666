import EntitlementStorage
import Entitlements
import StrictJSON
import Testing

/// What a store tells those who listen.
@Suite("Events of a store")
struct StoreEventTests {
    private static let day: Int64 = 86_400_000

    /// A period of a subscription that is signed at its start.
    private func period(
        _ id: String, line: String = "1", _ days: ClosedRange<Int64>, scope: AppScope = Sample.scope,
        revoked: Int64? = nil
    ) -> StoredVersion {
        let day = Self.day
        var fact = Sample.transaction(
            id, line: line, date: (revoked ?? days.lowerBound) * day, scope: scope, note: "pro")
        fact.version.statement = .transaction(
            TransactionStatement(
                transactionId: id, originalTransactionId: line, type: "Auto-Renewable Subscription", productId: "pro",
                subscriptionGroupIdentifier: "g", purchaseDate: days.lowerBound * day,
                expiresDate: days.upperBound * day, revocationDate: revoked.map { $0 * day },
                transactionReason: days.lowerBound == 0 ? "PURCHASE" : "RENEWAL",
                appAccountToken: "22222222-2222-4222-8222-222222222222"))
        return fact
    }

    private func notification(
        _ uuid: String, at days: Int64, _ facts: StoredVersion..., type: String = "DID_RENEW",
        scope: AppScope = Sample.scope, receivedAt: Int64? = nil
    ) -> Submission {
        .verified(
            Sample.notification(
                uuid, date: days * Self.day, scope: scope, type: type, facts: facts,
                receivedAt: receivedAt ?? days * Self.day + 5))
    }

    private func types(_ store: any EntitlementStore, after: Int64 = 0) async throws -> [EntitlementEventType] {
        try await store.events(EventQuery(after: after, limit: 100)).events.map(\.type)
    }

    @Test("Each change is told once, in order, with the answer", arguments: StoreUnderTest.allCases)
    func changes(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let buy = notification("a", at: 0, period("1", 0...30), type: "SUBSCRIBED")
            let renew = notification("b", at: 30, period("2", 30...60))
            _ = try await store.commit([buy, buy, renew])
            _ = try await store.commit([renew])
            let page = try await store.events(EventQuery(limit: 100))
            #expect(page.events.map(\.type) == [.granted, .notificationRecorded, .renewed, .notificationRecorded])
            #expect(page.events.map(\.sequence) == [1, 2, 3, 4])
            #expect(page.last == 4)
            #expect(page.events.map(\.lineVersion) == [1, nil, 2, nil])
            #expect(Set(page.events.map(\.id)).count == 4)
            let renewed = page.events[2]
            #expect(renewed.originalTransactionId == "1")
            #expect(renewed.appAccountToken == "22222222-2222-4222-8222-222222222222")
            #expect(renewed.createdAt == 30 * Self.day + 5)
            #expect(!renewed.isInferred)
            let data = renewed.data
            #expect(data["answer"]?["until"] == .integer(60 * Self.day))
            #expect(data["answer"]?["because"]?["rule"] == "current-period")
            #expect(data["notification"]?["notificationUUID"] == "b")
            #expect(data["version"] == 2)
            #expect(try await store.event(id: renewed.id) == renewed)
            #expect(try await store.event(id: "evt_none") == nil)
        }
    }

    @Test("A change is told whether deliveries share a commit or not", arguments: StoreUnderTest.allCases)
    func batches(_ kind: StoreUnderTest) async throws {
        let all = [
            notification("a", at: 0, period("1", 0...30)), notification("b", at: 30, period("2", 30...60)),
            notification("c", at: 31, period("1", 0...30, revoked: 31), type: "REFUND"),
            notification("d", at: 32, period("2", 30...60, revoked: 32), type: "REFUND"),
            notification("e", at: 33, type: "TEST"),
        ]
        var ids: [[String]] = []
        for isOneByOne in [true, false] {
            try await kind.run { store in
                if isOneByOne {
                    for submission in all { _ = try await store.commit([submission]) }
                } else {
                    _ = try await store.commit(all)
                }
                let events = try await store.events(EventQuery(limit: 100)).events
                #expect(
                    events.map(\.type).filter { $0 != .notificationRecorded }
                        == [.granted, .renewed, .refunded, .revoked])
                #expect(events.count == 9)
                ids.append(events.map(\.id))
            }
        }
        #expect(ids[0] == ids[1])
    }

    @Test("What is not believed, or known already, tells nothing", arguments: StoreUnderTest.allCases)
    func silence(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let client = Submission.verified(Sample.client(period("1", 0...30)))
            _ = try await store.commit([
                .rejected(Sample.rejected(3)), .quarantined(Sample.quarantined("q", date: 1)), client,
            ])
            #expect(try await types(store) == [.granted])
            _ = try await store.commit([client])
            #expect(try await types(store, after: 1) == [])
        }
    }

    @Test("A late delivery does not tell the past as news", arguments: StoreUnderTest.allCases)
    func late(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let now = 35 * Self.day
            _ = try await store.commit([notification("b", at: 30, period("2", 30...60), receivedAt: now)])
            _ = try await store.commit([notification("a", at: 0, period("1", 0...30), receivedAt: now - 10)])
            #expect(try await types(store) == [.granted, .notificationRecorded, .notificationRecorded])
            let line = LineIdentity(scope: Sample.scope, originalTransactionId: "1")
            #expect(try await store.projection(of: line)?.evaluatedAt == now)
            #expect(try await store.projection(of: line)?.version == 2)
        }
    }

    @Test(
        "When the bound passes, the end is told as inferred; a renewal brings the next event",
        arguments: StoreUnderTest.allCases)
    func sweep(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.commit([notification("a", at: 0, period("1", 0...30))])
            #expect(try await store.sweep(at: 30 * Self.day - 1, limit: 10) == 0)
            #expect(try await store.sweep(at: 30 * Self.day, limit: 10) == 1)
            let event = try #require(try await store.events(EventQuery(after: 2, limit: 10)).events.first)
            #expect(event.type == .expired)
            #expect(event.isInferred)
            #expect(event.createdAt == 30 * Self.day)
            #expect(try await store.sweep(at: 30 * Self.day, limit: 10) == 0)
            _ = try await store.commit([notification("b", at: 30, period("2", 30...60))])
            #expect(try await types(store, after: 3) == [.renewed, .notificationRecorded])
            #expect(try await store.sweep(at: 1000 * Self.day, limit: 10) == 1)
            #expect(try await types(store, after: 5) == [.expired])
            #expect(try await store.sweep(at: 1000 * Self.day, limit: 10) == 0)
        }
    }

    @Test("A sweep stops at its limit", arguments: StoreUnderTest.allCases)
    func sweepLimit(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            for line in 1...5 {
                _ = try await store.commit([
                    notification("n\(line)", at: 0, period("\(line)", line: "\(line)", 0...30))
                ])
            }
            #expect(try await store.sweep(at: 40 * Self.day, limit: 3) == 3)
            #expect(try await store.sweep(at: 40 * Self.day, limit: 3) == 2)
            #expect(try await types(store, after: 10) == Array(repeating: .expired, count: 5))
        }
    }

    @Test("A transaction that moves to another line is told of on both", arguments: StoreUnderTest.allCases)
    func move(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.commit([notification("a", at: 0, period("5", line: "1", 0...30))])
            var moved = period("5", line: "2", 0...30)
            moved.version.stamp.date = 10
            _ = try await store.commit([notification("b", at: 0, moved)])
            let events = try await store.events(EventQuery(after: 2, limit: 10)).events
            #expect(events.map(\.type) == [.granted, .notificationRecorded])
            #expect(events.first?.originalTransactionId == "2")
            let line = LineIdentity(scope: Sample.scope, originalTransactionId: "1")
            #expect(try await store.projection(of: line)?.answers == [])
        }
    }

    @Test("Pages and filters pass nothing by", arguments: StoreUnderTest.allCases)
    func pages(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let sandbox = notification(
                "s", at: 0, period("1", 0...30, scope: Sample.sandbox), scope: Sample.sandbox)
            let production = notification("p", at: 0, period("1", 0...30))
            _ = try await store.commit([sandbox, production])
            let all = try await store.events(EventQuery(limit: 10)).events
            var read: [OutgoingEvent] = []
            var cursor: Int64 = 0
            for _ in 0..<5 {
                let page = try await store.events(EventQuery(after: cursor, limit: 1))
                read += page.events
                cursor = page.last
            }
            #expect(read == all)
            #expect(cursor == 4)
            let granted = try await store.events(EventQuery(limit: 10, types: [.granted, .expired]))
            #expect(granted.events.map(\.sequence) == [1, 3])
            #expect(granted.last == 4)
            let one = try await store.events(EventQuery(limit: 10, types: [.granted], environment: "Production"))
            #expect(one.events.map(\.sequence) == [3])
            let other = try await store.events(EventQuery(limit: 10, bundleId: "com.example.other"))
            #expect(other == EventPage(events: [], last: 4))
            #expect(try await store.events(EventQuery(after: 9, limit: 10)) == EventPage(events: [], last: 9))
        }
    }
}
