import EntitlementStorage
import Entitlements
import Testing

/// Lines, their versions, and the ways to find them.
@Suite("Lines of a store")
struct StoreLineTests {
    private func line(_ id: String, _ scope: AppScope = Sample.scope) -> LineIdentity {
        LineIdentity(scope: scope, originalTransactionId: id)
    }

    @Test(
        "A line has every version of its transactions, its renewal info and its status",
        arguments: StoreUnderTest.allCases)
    func everything(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let facts = [
                Sample.transaction("1", line: "1", date: 10), Sample.transaction("1", line: "1", date: 11),
                Sample.transaction("2", line: "1", date: 12), Sample.renewal(line: "1", date: 12),
                Sample.renewal(line: "1", date: 9), Sample.transaction("9", line: "9", date: 12),
            ]
            for (number, fact) in facts.enumerated() {
                _ = try await store.commit([
                    .verified(Sample.notification("n\(number)", date: 12, facts: [fact], status: ("1", number)))
                ])
            }
            let record = try #require(try await store.line(line("1")))
            #expect(record.versionCount == 5 + facts.count)
            #expect(
                record.versions.filter { $0.identity.kind != .storeStatus }
                    == [facts[4], facts[3], facts[0], facts[1], facts[2]].map(\.version))
            #expect(try await store.line(line("1", Sample.sandbox)) == nil)
            #expect(try await store.line(line("3")) == nil)
        }
    }

    @Test("Every field of a statement comes back", arguments: StoreUnderTest.allCases)
    func fields(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let transaction = TransactionStatement(
                transactionId: "1", originalTransactionId: "1", webOrderLineItemId: "5",
                type: "Auto-Renewable Subscription",
                productId: "pro", subscriptionGroupIdentifier: "77", purchaseDate: -1, expiresDate: .max,
                revocationDate: .min, revocationPercentage: 50_000, isUpgraded: true, transactionReason: "RENEWAL",
                inAppOwnershipType: "FAMILY_SHARED", appAccountToken: "ab", appTransactionId: "700")
            let renewal = RenewalStatement(
                originalTransactionId: "1", productId: "pro", autoRenewProductId: "plus", autoRenewStatus: 1,
                expirationIntent: -3, isInBillingRetryPeriod: true, gracePeriodExpiresDate: 0, appAccountToken: "ab",
                appTransactionId: "700")
            var first = Sample.transaction("1", date: 10)
            first.version.statement = .transaction(transaction)
            var second = Sample.renewal(line: "1", date: 10)
            second.version.statement = .renewalInfo(renewal)
            _ = try await store.commit([
                .verified(Sample.notification("a", date: 10, facts: [first, second], status: ("1", -5)))
            ])
            let statements = try #require(try await store.line(line("1"))).versions.map(\.statement)
            #expect(
                Set(statements) == [
                    .transaction(transaction), .renewalInfo(renewal),
                    .storeStatus(StatusStatement(originalTransactionId: "1", status: -5)),
                ])
        }
    }

    @Test(
        "A transaction that moves to another line is in both records, and belongs where its held statement says",
        arguments: StoreUnderTest.allCases, [false, true])
    func moving(_ kind: StoreUnderTest, isReversed: Bool) async throws {
        try await kind.run { store in
            let before = Sample.transaction("5", line: "1", date: 10)
            let after = Sample.transaction("5", line: "2", date: 20)
            for fact in isReversed ? [after, before] : [before, after] {
                _ = try await store.commit([.verified(Sample.client(fact))])
            }
            for id in ["1", "2"] {
                let record = try #require(try await store.line(line(id)))
                #expect(record.versions == [before.version, after.version])
                #expect(record.held(before.version.identity)?.statement.lineId == "2")
            }
            #expect(try await store.lines(ofCustomer: "5", environment: "Production") == [line("1"), line("2")])
        }
    }

    @Test(
        "A customer is found by token in either case, download, line and transaction, for ever",
        arguments: StoreUnderTest.allCases)
    func customers(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let token = "4F6A0B7E-0000-4000-8000-00000000ABCD"
            let facts = [
                Sample.transaction("100", line: "100", date: 1, token: token, download: "700"),
                Sample.transaction("101", line: "100", date: 2, token: "other-token"),
                Sample.transaction("20", line: "20", date: 1, download: "700"),
                Sample.renewal(line: "3", date: 1, token: token),
                Sample.transaction("100", line: "100", date: 1, scope: Sample.sandbox, token: token),
                Sample.transaction("4", line: "4", date: 1, token: "00000000-0000-0000-0000-000000000000"),
            ]
            _ = try await store.commit(facts.map { .verified(Sample.client($0)) })
            func lines(_ id: String, _ environment: String = "Production") async throws -> [LineIdentity] {
                try await store.lines(ofCustomer: id, environment: environment)
            }
            #expect(try await lines(token) == [line("3"), line("100")])
            #expect(try await lines(token.lowercased()) == [line("3"), line("100")])
            #expect(try await lines("OTHER-token") == [line("100")])
            #expect(try await lines("700") == [line("20"), line("100")])
            #expect(try await lines("100") == [line("100")])
            #expect(try await lines("101") == [line("100")])
            #expect(try await lines("3") == [line("3")])
            #expect(try await lines("00000000-0000-0000-0000-000000000000") == [])
            #expect(try await lines("nobody") == [])
            #expect(try await lines(token, "Sandbox") == [line("100", Sample.sandbox)])
            #expect(try await lines(token, "production") == [])
        }
    }

    @Test("One original transaction id is found in every scope it occurs in", arguments: StoreUnderTest.allCases)
    func byOriginal(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let scopes = [
                AppScope(environment: "Xcode", bundleId: "b", realm: "2"),
                AppScope(environment: "Xcode", bundleId: "b", realm: "1"),
                Sample.sandbox, Sample.scope, AppScope(environment: "Production", bundleId: "a"),
            ]
            for scope in scopes {
                _ = try await store.commit([
                    .verified(Sample.client(Sample.transaction("0", date: 1, scope: scope)))
                ])
            }
            #expect(
                try await store.lines(originalTransactionId: "0", environment: nil)
                    == scopes.sorted().map { line("0", $0) })
            #expect(
                try await store.lines(originalTransactionId: "0", environment: "Xcode")
                    == [scopes[1], scopes[0]].map { line("0", $0) })
            #expect(try await store.lines(originalTransactionId: "1", environment: nil) == [])
        }
    }

    @Test("Lines come in order, page by page of any size", arguments: StoreUnderTest.allCases)
    func order(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let ids = ["x", "10", "9", "é", "2000000000000000001", "02", "X", "2"]
            let scopes = [
                Sample.sandbox, Sample.scope, AppScope(environment: "Xcode", bundleId: "com.example.app", realm: "f"),
            ]
            for scope in scopes {
                for id in ids {
                    let fact = Sample.transaction(id, date: 1, scope: scope)
                    _ = try await store.commit([.verified(Sample.client(fact))])
                }
            }
            let ordered = scopes.flatMap { scope in ids.map { line($0, scope) } }.sorted()
            #expect(
                ordered.prefix(8).map(\.originalTransactionId) == [
                    "2", "9", "02", "10", "2000000000000000001", "X", "x", "é",
                ])
            for limit in [1, 2, 5, 7, 100] {
                var seen: [LineIdentity] = []
                while true {
                    let page = try await store.lines(after: seen.last, environment: nil, limit: limit)
                    seen += page.map { line($0.originalTransactionId, $0.scope) }
                    if page.count < limit { break }
                }
                #expect(seen == ordered)
            }
            let sandbox = try await store.allLines(environment: "Sandbox")
            #expect(
                sandbox.map { line($0.originalTransactionId, $0.scope) }
                    == ordered.filter { $0.scope == Sample.sandbox })
            #expect(try await store.lines(after: nil, environment: nil, limit: 0).isEmpty)
            let between = try await store.lines(after: line("3", Sample.sandbox), environment: nil, limit: 1)
            #expect(between.map(\.originalTransactionId) == ["9"])
        }
    }

    @Test("Iteration goes past a page and stops when told", arguments: StoreUnderTest.allCases)
    func iteration(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let facts = (1...150).map { Sample.transaction("\($0)", date: Int64($0)) }
            _ = try await store.commit(facts.map { .verified(Sample.client($0)) })
            #expect(try await store.allLines().map(\.originalTransactionId) == (1...150).map { "\($0)" })
            var count = 0
            try await store.forEachLine { _ in
                count += 1
                return count < 70
            }
            #expect(count == 70)
        }
    }
}
