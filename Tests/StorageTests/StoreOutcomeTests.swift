import EntitlementStorage
import Entitlements
import Testing

/// The words for what became of a submission, and the order in which they are tried.
@Suite("The outcome of a submission")
struct StoreOutcomeTests {
    @Test(
        "A first statement is applied, a newer one as well, an older one is superseded",
        arguments: StoreUnderTest.allCases)
    func appliedAndSuperseded(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let results = try await store.outcomes(
                .verified(Sample.notification("a", date: 20, facts: [Sample.transaction("1", date: 20)])),
                .verified(Sample.notification("b", date: 30, facts: [Sample.transaction("1", date: 30)])),
                .verified(Sample.notification("c", date: 10, facts: [Sample.transaction("1", date: 10)])))
            #expect(results == [.init(outcome: .applied), .init(outcome: .applied), .init(outcome: .superseded)])
        }
    }

    @Test("One replaced statement among several is enough to apply", arguments: StoreUnderTest.allCases)
    func oneOfSeveral(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let transaction = Sample.transaction("1", date: 20)
            let results = try await store.outcomes(
                .verified(Sample.notification("a", date: 20, facts: [transaction], status: ("1", 1))),
                .verified(Sample.notification("b", date: 21, facts: [transaction], status: ("1", 2))),
                .verified(Sample.notification("c", date: 19, facts: [transaction], status: ("1", 3))))
            #expect(results.map(\.outcome) == [.applied, .applied, .superseded])
        }
    }

    @Test("The same notification again is a duplicate, whatever was held since", arguments: StoreUnderTest.allCases)
    func duplicate(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let first = Submission.verified(
                Sample.notification("a", date: 20, facts: [Sample.transaction("1", date: 20)]))
            let later = Submission.verified(
                Sample.notification("b", date: 30, facts: [Sample.transaction("1", date: 30)]))
            let results = try await store.outcomes(first, first, later, first)
            #expect(results.map(\.outcome) == [.applied, .duplicate, .applied, .duplicate])
            #expect(try await store.notifications(NotificationQuery(limit: 10)).count == 2)
        }
    }

    @Test("A notification re-signed by somebody clever is a duplicate", arguments: StoreUnderTest.allCases)
    func malleatedDuplicate(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let results = try await store.outcomes(
                .verified(Sample.notification("a", date: 20, signature: 9)),
                .verified(Sample.notification("a", date: 20, signature: 3)))
            #expect(results.map(\.outcome) == [.recorded, .duplicate])
        }
    }

    @Test("The same UUID in another environment is another notification", arguments: StoreUnderTest.allCases)
    func otherScope(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let xcode = AppScope(environment: "Xcode", bundleId: "com.example.app", realm: "aa")
            let otherXcode = AppScope(environment: "Xcode", bundleId: "com.example.app", realm: "bb")
            let results = try await store.outcomes(
                .verified(Sample.notification("a", date: 20)),
                .verified(Sample.notification("a", date: 20, scope: Sample.sandbox)),
                .verified(Sample.notification("a", date: 20, scope: xcode)),
                .verified(Sample.notification("a", date: 20, scope: otherXcode)))
            #expect(results == Array(repeating: .init(outcome: .recorded), count: 4))
            #expect(
                try await store.notification(uuid: "a").map(\.record.scope)
                    == [Sample.scope, Sample.sandbox, xcode, otherXcode])
        }
    }

    @Test("Without a purchase inside it is recorded, and its facts are kept", arguments: StoreUnderTest.allCases)
    func recorded(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let download = Sample.appTransaction("700", date: 5)
            let results = try await store.outcomes(
                .verified(Sample.notification("test", date: 20, type: "TEST")),
                .verified(Sample.notification("app", date: 21, facts: [download])))
            #expect(results.map(\.outcome) == [.recorded, .recorded])
            #expect(
                try await store.allVersions().map(\.key.identity.kind) == [
                    .appTransaction, .notification, .notification,
                ])
            #expect(try await store.texts(of: download.version.identity).map(\.text) == [download.text])
        }
    }

    @Test(
        "The same UUID with another payload is merged and flagged, in both orders",
        arguments: StoreUnderTest.allCases, [false, true])
    func sameUUID(_ kind: StoreUnderTest, isReversed: Bool) async throws {
        try await kind.run { store in
            let older = Submission.verified(
                Sample.notification("a", date: 10, facts: [Sample.renewal(line: "1", date: 10, note: "on")]))
            let newer = Submission.verified(
                Sample.notification("a", date: 20, facts: [Sample.renewal(line: "1", date: 20, note: "off")]))
            let results =
                if isReversed {
                    try await store.outcomes(newer, older, newer, older)
                } else {
                    try await store.outcomes(older, newer, older, newer)
                }
            #expect(results.map(\.outcome) == [.applied, isReversed ? .superseded : .applied, .duplicate, .duplicate])
            #expect(results.map(\.isFlagged) == [false, true, true, true])
            let record = try #require(
                try await store.line(LineIdentity(scope: Sample.scope, originalTransactionId: "1")))
            #expect(record.held(FactIdentity(scope: Sample.scope, kind: .renewalInfo, id: "1"))?.date == 20)
            let listed = try await store.allVersions().filter { $0.key.identity.kind == .notification }
            #expect(listed.map(\.key.stamp.date) == [10, 20])
            #expect(listed.map(\.isHeld) == [false, true])
        }
    }

    @Test("What is quarantined merges nothing and runs again each time", arguments: StoreUnderTest.allCases)
    func quarantine(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let fact = Sample.transaction("1", date: 20)
            let bad = Submission.quarantined(Sample.quarantined("a", date: 20, facts: [fact]))
            let worse = Submission.quarantined(Sample.quarantined("a", date: 20, facts: [fact], code: "chain.expired"))
            #expect(
                try await store.outcomes(bad, bad, worse).map(\.outcome) == [.quarantined, .quarantined, .quarantined])
            #expect(try await store.allVersions().isEmpty)
            #expect(try await store.allLines().isEmpty)
            #expect(try await store.greatestDate() == nil)
            let rows = try await store.notifications(NotificationQuery(limit: 10))
            #expect(rows.map(\.failure?.code) == ["chain.expired"])
            #expect(rows.map(\.failure?.path) == ["data.signedTransactionInfo"])
            #expect(try await store.counts().notifications == [.quarantined: 1])
        }
    }

    @Test("What was quarantined is applied when it is verified at last, and marked", arguments: StoreUnderTest.allCases)
    func quarantineThenSuccess(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let fact = Sample.transaction("1", date: 20)
            let bad = Submission.quarantined(Sample.quarantined("a", date: 20, facts: [fact]))
            let good = Submission.verified(Sample.notification("a", date: 20, facts: [fact]))
            let results = try await store.outcomes(bad, good, good, bad)
            #expect(results.map(\.outcome) == [.quarantined, .applied, .duplicate, .quarantined])
            #expect(results.allSatisfy { !$0.isFlagged })
            let rows = try await store.notification(uuid: "a")
            #expect(rows.map(\.record.outcome) == [.quarantined, .applied])
            #expect(rows.map(\.record.resolvedBy) == [rows[1].record.sequence, nil])
            #expect(rows.map(\.text) == [rows[1].text, rows[1].text])
            #expect(try await store.counts().notifications == [.applied: 1])
        }
    }

    @Test("A quarantined payload does not make another payload of its UUID flagged", arguments: StoreUnderTest.allCases)
    func quarantineIsNotHeld(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let results = try await store.outcomes(
                .quarantined(Sample.quarantined("a", date: 20, note: "one")),
                .verified(Sample.notification("a", date: 21, note: "two")),
                .quarantined(Sample.quarantined("a", date: 20, note: "one")))
            #expect(results.map(\.isFlagged) == [false, false, true])
        }
    }

    @Test("A client's transaction is applied, superseded or a duplicate", arguments: StoreUnderTest.allCases)
    func client(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let newer = Sample.transaction("1", date: 20)
            let older = Sample.transaction("1", date: 10)
            let results = try await store.outcomes(
                .verified(Sample.client(newer)), .verified(Sample.client(older)),
                .verified(Sample.client(newer)), .verified(Sample.client(older)),
                .verified(Sample.notification("a", date: 21, facts: [newer])))
            #expect(results.map(\.outcome) == [.applied, .superseded, .duplicate, .duplicate, .superseded])
            #expect(try await store.notifications(NotificationQuery(limit: 10)).count == 1)
            let texts = try await store.texts(of: newer.version.identity)
            #expect(texts.map(\.source) == [.client, .client])
        }
    }

    @Test("A client's app transaction is recorded, then a duplicate", arguments: StoreUnderTest.allCases)
    func clientDownload(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let download = Submission.verified(Sample.client(Sample.appTransaction("700", date: 5)))
            let results = try await store.outcomes(download, download)
            #expect(results.map(\.outcome) == [.recorded, .duplicate])
        }
    }

    @Test("Earlier submissions of a batch count for later ones", arguments: StoreUnderTest.allCases)
    func withinBatch(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let fact = Sample.transaction("1", date: 20)
            let results = try await store.commit([
                .quarantined(Sample.quarantined("a", date: 20, facts: [fact])),
                .verified(Sample.notification("a", date: 20, facts: [fact])),
                .verified(Sample.notification("a", date: 20, facts: [fact])),
                .rejected(Sample.rejected(10)),
                .verified(Sample.notification("a", date: 19, facts: [fact])),
                .verified(Sample.client(fact)),
            ])
            #expect(
                results.map(\.outcome)
                    == [.quarantined, .applied, .duplicate, .rejected, .superseded, .duplicate])
            #expect(results.map(\.isFlagged) == [false, false, false, false, true, false])
            #expect(try await store.counts().notifications == [.applied: 1, .superseded: 1, .rejected: 1])
        }
    }

    @Test("An empty batch is fine", arguments: StoreUnderTest.allCases)
    func emptyBatch(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let results = try await store.commit([])
            #expect(results.isEmpty)
            let counts = try await store.counts()
            #expect(counts == StoreCounts())
        }
    }

    @Test("A closed store refuses everything", arguments: StoreUnderTest.allCases)
    func closed(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            try await store.check()
            await store.close()
            let closed = StoreError.unavailable(reason: "the store is closed")
            await #expect(throws: closed) { try await store.check() }
            await #expect(throws: closed) { try await store.commit([.rejected(Sample.rejected(1))]) }
            await #expect(throws: closed) { try await store.greatestDate() }
        }
    }
}
