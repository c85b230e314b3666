import AppStoreModels
import AppStoreServerAPI
import AppStoreVerification
import StrictJSON
import Testing

@Suite("Pages that must end")
struct PageGuardTests {
    /// Reads pages until their end, or until they turn out to have none.
    private func read(
        _ answers: [FakeTransport.Answer], after revision: String? = nil
    ) async throws -> (ids: [String], error: ServerAPIError?, revisions: [String?], asked: [String]) {
        let transport = FakeTransport(answers)
        let client = try SampleClient.make(transport) { $0.keepsLimits = false }
        var ids: [String] = []
        var revisions: [String?] = []
        let error = await failure { () throws(ServerAPIError) in
            for try await page in try client.transactionHistory(anyTransactionId: "1", after: revision) {
                ids += try page.value.transactions.all().compactMap(\.payload.transactionId)
                revisions.append(page.value.revision)
            }
        }
        return (ids, error, revisions, transport.requests.map { String($0.url.split(separator: "/").last ?? "") })
    }

    @Test("Each page leads to the next, and a saved revision to what is new")
    func pages() async throws {
        let answers = [
            try SampleClient.page(["1", "2"], revision: "a", hasMore: true),
            try SampleClient.page(["3"], revision: "b", hasMore: false),
        ]
        let all = try await read(answers)
        #expect(all.ids == ["1", "2", "3"] && all.error == nil && all.revisions == ["a", "b"])
        #expect(all.asked == ["1", "1?revision=a"])
        let later = try await read([try SampleClient.page([], revision: "b", hasMore: false)], after: "b")
        #expect(later.ids == [] && later.error == nil && later.asked == ["1?revision=b"])
    }

    @Test("One that says there is more, and not how to get it, ends them")
    func noToken() async throws {
        for revision in [nil, ""] {
            let result = try await read([try SampleClient.page(["1"], revision: revision, hasMore: true)])
            #expect(result.error == .paging(.noToken) && result.ids.isEmpty)
        }
    }

    @Test("The same token for ever, or tokens in a circle, are noticed", arguments: [1, 2, 3, 7])
    func circle(_ length: Int) async throws {
        let answers = try (0..<100).map {
            try SampleClient.page([String($0)], revision: "r\($0 % length)", hasMore: true)
        }
        let result = try await read(answers)
        #expect(result.error == .paging(.circle))
        #expect(result.asked.count <= 4 * length + 2)
        let resumed = try await read(answers, after: "r0")
        #expect(resumed.error == .paging(.circle))
    }

    @Test("A hundred empty pages in a row are enough")
    func empty() async throws {
        let answers = try (0..<200).map { try SampleClient.page([], revision: "r\($0)", hasMore: true) }
        let result = try await read(answers)
        #expect(result.error == .paging(.emptyPages(100)) && result.asked.count == 100)
    }

    @Test("Thousands of pages are read to their end")
    func long() async throws {
        let transport = CountingTransport(last: 3_000)
        let client = try SampleClient.make(transport) { $0.keepsLimits = false }
        var count = 0
        for try await page in client.pages(of: try .getRefundHistory(anyTransactionId: "1")) {
            count += 1
            #expect(page.value.hasMore == (count < 3_000))
        }
        #expect(count == 3_000)
    }
}

/// Answers one page after the other, each with one thing on it.
private struct CountingTransport: ServerAPITransport {
    let last: Int

    func send(
        _ request: ServerAPITransportRequest
    ) async throws(ServerAPITransportFailure) -> ServerAPITransportResponse {
        let number = (request.url.split(separator: "=").last.flatMap { Int($0) } ?? 0) + 1
        let body: JSONValue = [
            "revision": .string(String(number)), "hasMore": .boolean(number < last), "signedTransactions": ["x"],
        ]
        return ServerAPITransportResponse(status: 200, body: JSONWriter().bytes(body))
    }
}
