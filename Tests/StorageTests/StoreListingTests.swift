import EntitlementStorage
import Entitlements
import Testing

/// The log, the listing of versions, what was rejected, and the counts.
@Suite("Listings of a store")
struct StoreListingTests {
    @Test(
        "Versions are listed in the order of their keys, the greatest of each fact as held",
        arguments: StoreUnderTest.allCases)
    func versions(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let facts = [
                Sample.transaction("10", date: 5), Sample.transaction("9", date: 7), Sample.transaction("9", date: 6),
                Sample.transaction("9", date: 7, note: "b"), Sample.renewal(line: "9", date: 1),
                Sample.appTransaction("700", date: 3), Sample.transaction("9", date: 1, scope: Sample.sandbox),
            ]
            _ = try await store.commit(facts.map { .verified(Sample.client($0)) })
            _ = try await store.commit([
                .verified(Sample.notification("b", date: 2)),
                .verified(Sample.notification("a", date: 4, status: ("9", 1))),
                .verified(Sample.notification("b", date: 1)), .quarantined(Sample.quarantined("c", date: 50)),
            ])
            let all = try await store.allVersions()
            #expect(all.map(\.key) == all.map(\.key).sorted())
            #expect(all.count == facts.count + 3 + 1)
            for (identity, entries) in Dictionary(grouping: all, by: \.key.identity) {
                #expect(
                    entries.map(\.isHeld) == Array(repeating: false, count: entries.count - 1) + [true], "\(identity)")
            }
            for limit in [1, 2, 3, 5, 50] {
                var seen: [VersionEntry] = []
                while true {
                    let page = try await store.versions(after: seen.last?.key, limit: limit)
                    seen += page
                    if page.count < limit { break }
                }
                #expect(seen == all)
            }
            #expect(try await store.versions(after: nil, limit: 0).isEmpty)
            #expect(try await store.greatestDate() == 7)
        }
    }

    @Test("The greatest date counts notifications, and dates before 1970", arguments: StoreUnderTest.allCases)
    func greatestDate(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            #expect(try await store.greatestDate() == nil)
            _ = try await store.commit([.verified(Sample.client(Sample.transaction("1", date: -50)))])
            #expect(try await store.greatestDate() == -50)
            _ = try await store.commit([.verified(Sample.notification("a", date: 40))])
            _ = try await store.commit([
                .verified(Sample.notification("b", date: 30, facts: [Sample.transaction("1", date: 30)]))
            ])
            #expect(try await store.greatestDate() == 40)
        }
    }

    @Test("The log is paged by a cursor in both directions, and filtered", arguments: StoreUnderTest.allCases)
    func log(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            for number in 1...9 {
                let scope = number % 3 == 0 ? Sample.sandbox : Sample.scope
                let facts = number % 2 == 0 ? [Sample.transaction("1", date: Int64(20 - number), scope: scope)] : []
                _ = try await store.commit([
                    .verified(
                        Sample.notification(
                            "n\(number)", date: Int64(number), scope: scope, type: number > 5 ? "EXPIRED" : "TEST",
                            facts: facts))
                ])
            }
            _ = try await store.commit([.quarantined(Sample.quarantined("q", date: 1))])
            func page(_ query: NotificationQuery) async throws -> [String] {
                try await store.notifications(query).map(\.header.uuid)
            }
            #expect(try await page(.init(limit: 3)) == ["n1", "n2", "n3"])
            let third = try #require(try await store.notifications(.init(limit: 3)).last).sequence
            #expect(try await page(.init(after: third, limit: 2)) == ["n4", "n5"])
            #expect(try await page(.init(after: third, limit: 9, isNewestFirst: true)) == ["n2", "n1"])
            #expect(try await page(.init(limit: 2, isNewestFirst: true)) == ["q", "n9"])
            #expect(try await page(.init(limit: 9, environment: "Sandbox")) == ["n3", "n6", "n9"])
            #expect(try await page(.init(limit: 9, environment: "Sandbox", type: "EXPIRED")) == ["n6", "n9"])
            #expect(try await page(.init(limit: 9, bundleId: "com.example.app", outcome: .applied)) == ["n2", "n6"])
            #expect(try await page(.init(limit: 9, outcome: .superseded)) == ["n4", "n8"])
            #expect(try await page(.init(limit: 9, outcome: .quarantined)) == ["q"])
            #expect(try await page(.init(limit: 9, bundleId: "com.example")) == [])
            #expect(try await page(.init(limit: 0)) == [])
        }
    }

    @Test("The log is asked for one line, in any order of arrival", arguments: StoreUnderTest.allCases)
    func logOfLine(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.commit([
                .verified(Sample.notification("a", date: 4, facts: [Sample.transaction("1", date: 4)])),
                .verified(Sample.notification("b", date: 3, facts: [Sample.transaction("2", line: "1", date: 3)])),
                .verified(Sample.notification("c", date: 5, facts: [Sample.transaction("3", date: 5)])),
                .verified(
                    Sample.notification(
                        "d", date: 5, scope: Sample.sandbox,
                        facts: [Sample.transaction("1", date: 5, scope: Sample.sandbox)])),
                .verified(Sample.notification("e", date: 6)), .quarantined(Sample.quarantined("q", date: 1)),
            ])
            // A version that is held already: it came with this notification all the same.
            _ = try await store.commit([
                .verified(Sample.notification("f", date: 9, facts: [Sample.transaction("1", date: 4)])),
                .verified(Sample.notification("g", date: 2, facts: [Sample.renewal(line: "1", date: 2)])),
            ])
            func page(_ query: NotificationQuery) async throws -> [String] {
                try await store.notifications(query).map(\.header.uuid)
            }
            func line(_ id: String, _ scope: AppScope = Sample.scope) -> LineIdentity {
                LineIdentity(scope: scope, originalTransactionId: id)
            }
            #expect(try await page(.init(limit: 9, line: line("1"))) == ["a", "b", "f", "g"])
            #expect(try await page(.init(limit: 2, isNewestFirst: true, line: line("1"))) == ["g", "f"])
            let second = try #require(try await store.notifications(.init(limit: 2, line: line("1"))).last).sequence
            #expect(try await page(.init(after: second, limit: 1, line: line("1"))) == ["f"])
            #expect(try await page(.init(limit: 9, outcome: .superseded, line: line("1"))) == ["f"])
            #expect(try await page(.init(limit: 9, line: line("1", Sample.sandbox))) == ["d"])
            #expect(try await page(.init(limit: 9, line: line("4"))) == [])
            let other = AppScope(environment: "Production", bundleId: "com.example.other")
            #expect(try await page(.init(limit: 9, line: line("1", other))) == [])
        }
    }

    @Test("A row of the log tells all that is known", arguments: StoreUnderTest.allCases)
    func row(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let delivery = Sample.notification("a", date: 9, note: "GRACE_PERIOD", receivedAt: 77)
            _ = try await store.commit([.verified(delivery)])
            let row = try #require(try await store.notifications(.init(limit: 1)).first)
            let header = try #require(delivery.notification)
            #expect(
                row
                    == NotificationRecord(
                        sequence: row.sequence, scope: Sample.scope, header: header,
                        outcome: .recorded, isFlagged: false, receivedAt: 77, source: .appStore))
            #expect(try await store.notification(uuid: "a") == [NotificationText(record: row, text: delivery.text)])
            #expect(try await store.notification(uuid: "A") == [])
        }
    }

    @Test("Rejected inputs come back in the order of arrival", arguments: StoreUnderTest.allCases)
    func rejected(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let inputs = (1...5).map { Sample.rejected($0, at: Int64($0)) }
            _ = try await store.commit(inputs.map { .rejected($0) })
            let all = try await store.rejected(after: nil, limit: 9)
            #expect(all.map(\.input) == inputs)
            #expect(try await store.rejected(after: all[1].sequence, limit: 2) == Array(all[2...3]))
            #expect(try await store.counts() == StoreCounts(notifications: [.rejected: 5], rejectedBytes: 15))
            #expect(try await store.allVersions().isEmpty)
        }
    }

    @Test("The oldest rejected inputs go when there are too many", arguments: StoreUnderTest.allCases)
    func rejectedRows(_ kind: StoreUnderTest) async throws {
        try await kind.run(limits: RejectionLimits(rows: 100, bytes: 1 << 20)) { store in
            for batch in 0..<3 {
                let inputs = (0..<90).map { Sample.rejected($0 + 1, at: Int64(batch * 90 + $0)) }
                _ = try await store.commit(inputs.map { .rejected($0) })
            }
            let kept = try await store.rejected(after: nil, limit: 1_000)
            #expect(kept.map(\.input.receivedAt) == (170..<270).map { Int64($0) })
            let counts = try await store.counts()
            #expect(counts.notifications == [.rejected: 100])
            #expect(counts.rejectedBytes == kept.reduce(0) { $0 + Int64($1.input.body.count) })
        }
    }

    @Test("The oldest rejected inputs go when they are too large together", arguments: StoreUnderTest.allCases)
    func rejectedBytes(_ kind: StoreUnderTest) async throws {
        try await kind.run(limits: RejectionLimits(rows: 100, bytes: 1_000)) { store in
            let sizes = [400, 300, 200, 100, 1]
            for size in sizes { _ = try await store.commit([.rejected(Sample.rejected(size))]) }
            #expect(try await store.rejected(after: nil, limit: 9).map(\.input.body.count) == [300, 200, 100, 1])
            _ = try await store.commit([.rejected(Sample.rejected(1_000))])
            #expect(try await store.rejected(after: nil, limit: 9).map(\.input.body.count) == [1_000])
            let last = try #require(try await store.rejected(after: nil, limit: 9).last).sequence
            _ = try await store.commit([.rejected(Sample.rejected(1_001))])
            #expect(try await store.rejected(after: nil, limit: 9).isEmpty)
            #expect(try await store.counts() == StoreCounts())
            _ = try await store.commit([.rejected(Sample.rejected(5))])
            #expect(try await store.rejected(after: last, limit: 9).map(\.sequence) == [last + 2])
        }
    }
}
