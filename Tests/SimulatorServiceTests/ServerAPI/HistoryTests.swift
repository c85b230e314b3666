import AppStoreModels
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("Histories of the simulated Server API")
struct HistoryTests {
    /// Reads all pages from a revision on.
    private func readAll(
        _ sample: SampleStore, _ id: Int, query: [(String, String)] = [], from revision: String? = nil,
        between: (Int) throws -> Void = { _ in }
    ) throws -> (pages: [[Int]], revision: String) {
        var pages: [[Int]] = []
        var revision = revision
        while true {
            let answer = try sample.ask(
                .transactionHistory, [String(id)], query: query + (revision.map { [("revision", $0)] } ?? []))
            try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            pages.append(try answer.transactionIDs())
            revision = answer.revision
            try #require(pages.count < 100)
            if answer.hasMore == false { return (pages, answer.revision) }
            try between(pages.count)
        }
    }

    @Test("Pages have twenty transactions, oldest change first")
    func pages() throws {
        let sample = try SampleStore()
        let ids = try (0..<45).map { _ in try sample.buy("coins") }
        let (pages, _) = try readAll(sample, ids[0])
        #expect(pages.map(\.count) == [20, 20, 5])
        #expect(pages.flatMap(\.self) == ids)
        let newest = try readAll(sample, ids[0], query: [("sort", "DESCENDING")])
        #expect(newest.pages.flatMap(\.self) == ids.reversed())
        #expect(try readAll(sample, ids[0], query: [("sort", "ASCENDING")]).pages.count == 3)
    }

    @Test("A transaction that changes while pages are read is told again at the end")
    func changeWhilePaging() throws {
        let sample = try SampleStore()
        let ids = try (0..<45).map { _ in try sample.buy("coins") }
        let (pages, revision) = try readAll(sample, ids[0]) { page in
            guard page == 1 else { return }
            try sample.session.refundTransaction(identifier: ids[3])
            try sample.session.refundTransaction(identifier: ids[30])
        }
        let all = pages.flatMap(\.self)
        #expect(Set(all) == Set(ids))
        #expect(all.suffix(2) == [ids[3], ids[30]])
        #expect(all.count { $0 == ids[3] } == 2)
        #expect(all.count { $0 == ids[30] } == 1)
        // Nothing is new since.
        #expect(try readAll(sample, ids[0], from: revision).pages == [[]])
    }

    @Test("A revision that is kept leads to what is new, in both orders")
    func reuse() throws {
        let sample = try SampleStore()
        var ids = try (0..<25).map { _ in try sample.buy("coins") }
        for query in [[], [("sort", "DESCENDING")]] {
            let (_, revision) = try readAll(sample, ids[0], query: query)
            let new = try (0..<22).map { _ in try sample.buy("coins") }
            try sample.session.refundTransaction(identifier: ids[0])
            let expected = new + [ids[0]]
            let (pages, next) = try readAll(sample, ids[0], query: query, from: revision)
            #expect(pages.flatMap(\.self) == (query.isEmpty ? expected : expected.reversed()))
            #expect(try readAll(sample, ids[0], query: query, from: next).pages == [[]])
            ids = Array(ids.dropFirst()) + new
        }
    }

    @Test("Newest first, what comes while pages are read is left for the next reading, and nothing is lost")
    func descendingChange() throws {
        let sample = try SampleStore()
        let ids = try (0..<45).map { _ in try sample.buy("coins") }
        var new: [Int] = []
        let query = [("sort", "DESCENDING")]
        let (pages, revision) = try readAll(sample, ids[0], query: query) { _ in new.append(try sample.buy("coins")) }
        #expect(pages.flatMap(\.self) == ids.reversed())
        let later = try readAll(sample, ids[0], query: query, from: revision)
        #expect(later.pages.flatMap(\.self) == new.reversed())
    }

    @Test("A revision is bound to its query, its customer and its kind")
    func binding() throws {
        let sample = try SampleStore()
        let ann = String(try sample.buy("coins"))
        let bob = String(try sample.buy("coins", by: "bob"))
        let revision = try sample.ask(.transactionHistory, [ann], query: [("productId", "a"), ("productId", "b")])
            .revision
        func status(_ endpoint: ServerEndpoint, _ id: String, _ query: [(String, String)]) throws -> Int {
            try sample.ask(endpoint, [id], query: query + [("revision", revision)]).status
        }
        #expect(try status(.transactionHistory, ann, [("productId", "b"), ("productId", "a")]) == 200)
        #expect(try status(.transactionHistory, ann, [("productId", "a")]) == 400)
        #expect(try status(.transactionHistory, bob, [("productId", "a"), ("productId", "b")]) == 400)
        #expect(try status(.transactionHistoryV1, ann, [("productId", "a"), ("productId", "b")]) == 400)
    }

    @Test("Filters choose by product, type, group, ownership, refund and the date of purchase")
    func filters() throws {
        let sample = try SampleStore()
        try sample.session.perform(.joinFamily(customer: "bob", of: "ann"))
        let coins = try sample.buy("coins")
        let lamp = try sample.buy("lamp")
        let season = try sample.buy("season")
        let monthly = try sample.buy("pro.monthly")
        try sample.session.advance(to: SampleStore.start + SampleStore.day)
        let news = try sample.buy("news")
        try sample.session.refundTransaction(identifier: lamp)
        func ids(_ query: [(String, String)], of id: Int) throws -> [Int] {
            try sample.ask(.transactionHistory, [String(id)], query: query).transactionIDs()
        }
        let date = String(SampleStore.start + SampleStore.day)
        #expect(try ids([("productId", "coins"), ("productId", "news")], of: coins) == [coins, news])
        #expect(try ids([("productType", "AUTO_RENEWABLE")], of: coins) == [monthly, news])
        #expect(
            try ids([("productType", "NON_RENEWABLE"), ("productType", "CONSUMABLE")], of: coins) == [coins, season])
        #expect(try ids([("productType", "NON_CONSUMABLE")], of: coins) == [lamp])
        #expect(try ids([("subscriptionGroupIdentifier", "G1")], of: coins) == [monthly])
        #expect(try ids([("revoked", "true")], of: coins) == [lamp])
        #expect(try ids([("revoked", "False")], of: coins) == [coins, season, monthly, news])
        #expect(try ids([("startDate", date)], of: coins) == [news])
        #expect(try ids([("endDate", date)], of: coins) == [coins, season, monthly, lamp])
        #expect(try ids([("inAppOwnershipType", "PURCHASED")], of: coins).count == 5)
        let shared = try #require(sample.session.subscriptions(customer: "bob").first).transaction.id
        #expect(try ids([("inAppOwnershipType", "FAMILY_SHARED")], of: shared) == [shared])
        #expect(try ids([("inAppOwnershipType", "PURCHASED")], of: shared) == [])
    }

    @Test("The first version omits consumables that are finished, and can leave out refunds")
    func version1() throws {
        let sample = try SampleStore()
        let coins = try sample.buy("coins")
        let more = try sample.buy("coins")
        let lamp = try sample.buy("lamp")
        for id in [coins, lamp] { #expect(try sample.ask(.finishTransaction, [String(id)]).status == 200) }
        #expect(try sample.ask(.transactionHistoryV1, [String(coins)]).transactionIDs() == [more, lamp])
        #expect(try sample.ask(.transactionHistory, [String(coins)]).transactionIDs() == [coins, more, lamp])
        try sample.session.refundTransaction(identifier: lamp)
        let query = [("excludeRevoked", "true")]
        #expect(try sample.ask(.transactionHistoryV1, [String(coins)], query: query).transactionIDs() == [more])
    }

    @Test("Refunds come by their date, page by page; what a family took away is none")
    func refunds() throws {
        let sample = try SampleStore()
        let ids = try (0..<60).map { _ in try sample.buy("coins") }
        for id in ids.dropFirst(5).reversed() { try sample.session.refundTransaction(identifier: id) }
        var found: [Int] = []
        var query: [(String, String)] = []
        while true {
            let answer = try sample.ask(.refundHistory, [String(ids[0])], query: query)
            found += try answer.transactionIDs()
            query = [("revision", answer.revision)]
            if answer.hasMore == false { break }
        }
        #expect(found == ids.dropFirst(5).reversed())
        #expect(try sample.ask(.refundHistory, [String(ids[0])], query: query).transactionIDs() == [])
        try sample.session.refundTransaction(identifier: ids[0])
        #expect(try sample.ask(.refundHistory, [String(ids[0])], query: query).transactionIDs() == [ids[0]])
        let first = try sample.ask(.refundHistoryV1, [String(ids[0])]).transactionIDs()
        #expect(first.count == 50)
        #expect(first.last == ids[0])
        try sample.session.perform(.joinFamily(customer: "bob", of: "eve"))
        try sample.buy("pro.monthly", by: "eve")
        let shared = try #require(sample.session.subscriptions(customer: "bob").first).transaction.id
        try sample.session.perform(.stopSharing(customer: "eve"))
        #expect(sample.session.subscriptions(customer: "bob").first?.transaction.revocation != nil)
        #expect(try sample.ask(.refundHistory, [String(shared)]).transactionIDs() == [])
    }
}
