import EntitlementStorage
import Entitlements
import Testing

/// Links of lines and downloads to customers, decided by a pure function and kept by every store alike.
@Suite("Links of a store")
struct LinkTests {
    private static let line = LedgerSubject(scope: Sample.scope, kind: .line, id: "1")
    private static let token = "b2d6a7a5-0000-4000-8000-00000000beef"

    private func request(
        _ customer: String, _ policy: LinkPolicy = .keep, subject: LedgerSubject = line, tokens: Set<String> = [],
        own: String? = nil, by: String? = nil, at: Int64 = 10
    ) -> LinkRequest {
        LinkRequest(
            subject: subject, customer: customer, ownToken: own, signedTokens: tokens, policy: policy, by: by, now: at)
    }

    private func linked(
        _ customer: String, _ action: CustomerLink.Action = .claimed, before: [String] = [], by: String? = nil,
        subject: LedgerSubject = line, at: Int64 = 10
    ) -> LinkResult {
        let link = CustomerLink(customer: customer, action: action, before: before, by: by)
        return .linked(LedgerEntry(subject: subject, at: at, key: nil, content: .link(link)), link)
    }

    @Test("The policy decides when somebody else has a line", arguments: StoreUnderTest.allCases)
    func policies(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            #expect(try await store.link(request("a", by: "claim page")) == linked("a", by: "claim page"))
            #expect(try await store.link(request("a", .reject)) == .unchanged(others: []))
            #expect(try await store.link(request("b")) == .kept(others: ["a"]))
            #expect(try await store.link(request("b", .reject)) == .rejected(others: ["a"]))
            #expect(try await store.link(request("b", .share)) == linked("b", .shared, before: ["a"]))
            #expect(try await store.link(request("a")) == .unchanged(others: ["b"]))
            #expect(try await store.link(request("c", .transfer)) == linked("c", .transferred, before: ["a", "b"]))
            #expect(try await store.link(request("a")) == .kept(others: ["c"]))
            let entries = try await store.ledger(of: [Self.line])
            #expect(entries.compactMap(\.customer) == ["a", "b", "c"])
            #expect(
                LinkHistory(entries).owners
                    == LineOwners(customers: ["c"], isExclusive: true, former: ["a", "b"]))
            for customer in ["a", "b", "c"] {
                #expect(try await store.ledger(ofCustomer: customer, environment: "Production") == entries)
                #expect(try await store.ledger(ofCustomer: customer, environment: "Sandbox").isEmpty)
            }
            #expect(try await store.ledger(ofCustomer: "d", environment: "Production").isEmpty)
            #expect(try await store.ledger(after: nil, limit: 9).map(\.entry) == entries)
        }
    }

    @Test("A token that Apple signed has the line, unless it is the customer's own or a transfer took it")
    func tokens() {
        func decide(_ request: LinkRequest, after entries: [LedgerEntry] = []) -> LinkResult {
            request.decide(LedgerView(record: nil, entries: entries, keyed: nil)).answer
        }
        let tokens: Set = [Self.token]
        #expect(decide(request("a", tokens: tokens)) == .kept(others: [Self.token]))
        #expect(decide(request("a", tokens: tokens, own: Self.token.uppercased())) == linked("a"))
        #expect(decide(request(Self.token, tokens: tokens)) == linked(Self.token))
        guard case .linked(let entry, _) = decide(request("a", .transfer, tokens: tokens)) else {
            Issue.record("a transfer is always done")
            return
        }
        #expect(decide(request("a", .transfer, tokens: tokens), after: [entry]) == .unchanged(others: []))
        #expect(decide(request(Self.token, tokens: tokens), after: [entry]) == .kept(others: ["a"]))
    }

    @Test("A transfer by one of several takes it from the others, and a way back is open")
    func back() {
        func owners(_ links: [(String, CustomerLink.Action)]) -> LineOwners {
            LinkHistory(
                links.map { customer, action in
                    LedgerEntry(
                        subject: Self.line, at: 1, key: nil,
                        content: .link(CustomerLink(customer: customer, action: action)))
                }
            ).owners
        }
        #expect(owners([]) == LineOwners(customers: []))
        #expect(owners([("a", .claimed), ("b", .shared)]) == LineOwners(customers: ["a", "b"]))
        #expect(
            owners([("a", .claimed), ("b", .shared), ("a", .transferred)])
                == LineOwners(customers: ["a"], isExclusive: true, former: ["b"]))
        #expect(
            owners([("a", .claimed), ("b", .transferred), ("a", .shared)])
                == LineOwners(customers: ["b", "a"], isExclusive: true))
    }

    @Test("Of many claims at once one wins, and the others are told", arguments: StoreUnderTest.allCases)
    func race(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let results = try await withThrowingTaskGroup(of: LinkResult.self) { group in
                for number in 0..<12 { group.addTask { try await store.link(request("c\(number)")) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let entries = try await store.ledger(of: [Self.line])
            let winner = try #require(entries.first?.customer)
            #expect(entries.count == 1)
            #expect(results.count { $0 == linked(winner) } == 1)
            #expect(results.count { $0 == .kept(others: [winner]) } == 11)
        }
    }

    @Test("What is linked leads to the records of its lines", arguments: StoreUnderTest.allCases)
    func records(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            for fact in [
                Sample.transaction("1", line: "1", date: 10, download: "700"),
                Sample.transaction("2", line: "2", date: 10, download: "700"),
                Sample.transaction("3", line: "3", date: 10),
                Sample.transaction("1", line: "1", date: 10, scope: Sample.sandbox, download: "700"),
            ] { _ = try await store.commit([.verified(Sample.client(fact))]) }
            let download = LedgerSubject(scope: Sample.scope, kind: .download, id: "700")
            #expect(try await store.link(request("a", subject: download)) == linked("a", subject: download))
            _ = try await store.link(request("b", at: 20))
            func known(_ id: String, asOf: Int64? = nil) async throws -> [String: LineOwners] {
                let known = try await store.records(ofCustomer: id, environment: "Production", asOf: asOf)
                #expect(known.records.count == Set(known.records.map(\.line)).count)
                return Dictionary(
                    uniqueKeysWithValues: known.records.map {
                        ($0.originalTransactionId, known.owners[$0.line] ?? LineOwners(customers: []))
                    })
            }
            let (a, b) = (LineOwners(customers: ["a"]), LineOwners(customers: ["b"]))
            #expect(try await known("a") == ["1": b, "2": a])
            #expect(try await known("a", asOf: 19) == ["1": a, "2": a])
            #expect(try await known("b") == ["1": b])
            // By the purchase itself one comes to all that its customers have.
            #expect(try await known("1") == ["1": b])
            #expect(try await known("2") == ["2": a, "1": b])
            #expect(try await known("3") == ["3": LineOwners(customers: [])])
            #expect(try await known("nobody").isEmpty)
        }
    }

    @Test("Links are kept as they are", arguments: CustomerLink.Action.allCases)
    func coding(_ action: CustomerLink.Action) throws {
        for link in [
            CustomerLink(customer: "ü\u{0}", action: action, before: ["", "b"], by: "someone"),
            CustomerLink(customer: "a", action: action),
        ] {
            let content = LedgerContent.link(link)
            for kind in [LedgerSubject.Kind.line, .download] {
                #expect(try LedgerCoding.content(LedgerCoding.bytes(of: content), kind: kind) == content)
            }
            #expect(throws: StoredValueDamage.self) {
                try LedgerCoding.content(LedgerCoding.bytes(of: content), kind: .purchase)
            }
        }
    }

    @Test("A UUID names one customer however it is written, and nobody is no customer")
    func names() {
        #expect(CustomerName.canonical(Self.token.uppercased()) == Self.token)
        #expect(CustomerName.canonical("User-1") == "User-1")
        #expect(
            CustomerName.canonical("B2D6A7A5-0000-4000-8000-00000000BEEG") == "B2D6A7A5-0000-4000-8000-00000000BEEG")
        for id in ["", "0", "00000000-0000-0000-0000-000000000000", "a\n", String(repeating: "a", count: 256)] {
            #expect(!CustomerName.isAcceptable(id), "\(id)")
        }
        for id in ["a", "user 1", "ü", String(repeating: "a", count: 255)] { #expect(CustomerName.isAcceptable(id)) }
    }

    @Test(
        "Two ledgers say the same when they are brought together, in either order", arguments: StoreUnderTest.allCases)
    func merged(_ kind: StoreUnderTest) async throws {
        let subject = LedgerSubject(scope: Sample.scope, kind: .line, id: "1")
        func entry(_ at: Int64, _ customer: String, _ action: CustomerLink.Action) -> LedgerEntry {
            LedgerEntry(
                subject: subject, at: at, key: nil,
                content: .link(CustomerLink(customer: customer, action: action, before: [], by: nil)))
        }
        let entries = [entry(10, "c0", .claimed), entry(20, "cx", .claimed), entry(30, "c1", .transferred)]
        for order in [[0, 1, 2], [1, 2, 0], [2, 1, 0], [2, 0, 1]] {
            try await kind.run { store in
                for index in order { #expect(try await store.take(entries[index]) == .added) }
                let held = try await store.ledger(of: [subject])
                #expect(LinkHistory(held).owners.customers == ["c1"])
                #expect(LinkHistory(held, asOf: 25).owners.customers == ["c0", "cx"])
                // What is decided next is not earlier than any of them, whatever the clock says.
                let request = LinkRequest(
                    subject: subject, customer: "c2", ownToken: nil, signedTokens: [], policy: .share, by: nil, now: 5)
                guard case .linked(let kept, _) = try await store.link(request) else {
                    Issue.record("not linked")
                    return
                }
                #expect(kept.at == 30)
            }
        }
    }
}
