internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("Links of customers", .timeLimit(.minutes(30)))
struct CustomerLinkTests {
    private let life: TestLife
    private static let token = "b2d6a7a5-0000-4000-8000-00000000beef"
    private static let line = "2000000900000001"

    init() throws { life = TestLife(signer: try TestSigner.shared()) }

    private var untold: TestLife {
        var life = life
        life.token = nil
        return life
    }

    private func link(
        _ customer: String, _ body: JSONValue, _ service: TestService, query: String = ""
    ) async throws -> LoopbackClient.Answer? {
        try await service.ask("PUT", "/v1/customers/\(customer)/links\(query)", body: JSONWriter().bytes(body))
    }

    /// The lines that a customer has, and those that are somebody else's by now.
    private func lines(_ customer: String, _ service: TestService, _ query: String = "") async throws -> [[String]] {
        let answer = try await service.json("/v1/customers/\(customer)/entitlements\(query)")
        return ["lines", "conflicts"].map { name in
            answer?[name]?.elements.compactMap { $0["originalTransactionId"]?.string } ?? []
        }
    }

    @Test("A purchase without a token is claimed by its JWS", arguments: TestService.Store.allCases)
    func claim(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store)
        let jws = try life.signer.sign(untold.transaction(period: 1, day: 0))
        #expect(try await lines("user-1", service) == [[], []])
        let claimed = try await link(
            "user-1", ["signedTransactionInfo": .string(jws), "by": "claim page"], service)
        #expect(claimed?.status == 200)
        #expect(
            claimed?.text
                == #"{"environment":"Production","bundleId":"com.example.app","originalTransactionId":"\#(Self.line)","#
                + #""appTransactionId":null,"customer":"user-1","outcome":"claimed","policy":"keep"}"# + "\n")
        #expect(try await lines("user-1", service) == [[Self.line], []])
        #expect(try await lines(Self.line, service) == [[Self.line], []])
        service.setClock(1000)
        let second = try await link("user-2", ["originalTransactionId": .string(Self.line)], service)
        #expect(second?.json?["outcome"]?.string == "kept")
        #expect(second?.json?["conflict"]?["customers"]?.elements.map(\.string) == ["user-1"])
        #expect(try await lines("user-2", service) == [[], []])
        let moved = try await link(
            "user-2", ["originalTransactionId": .string(Self.line), "policy": "transfer"], service)
        #expect(moved?.json?["outcome"]?.string == "transferred")
        #expect(try await lines("user-2", service) == [[Self.line], []])
        #expect(try await lines("user-1", service) == [[], [Self.line]])
        // As of then it was the first one's.
        let then = "?at=\(SamplePayload.signedDate + 999)"
        #expect(try await lines("user-1", service, then) == [[Self.line], []])
        let list = try await service.json("/v1/customers/user-1/links")
        let entry = try #require(list?["links"]?.elements.map(\.self).first)
        #expect(entry["linked"]?.boolean == false)
        #expect(entry["exclusive"]?.boolean == true)
        #expect(entry["customers"]?.elements.map(\.string) == ["user-2"])
        #expect(entry["history"]?.elements.map { $0["action"]?.string } == ["claimed", "transferred"])
        #expect(entry["history"]?.elements.map { $0["by"]?.string } == ["claim page", nil])
        #expect(entry["history"]?.elements.map { $0["before"]?.elements.map(\.string) } == [[], ["user-1"]])
        await service.stop()
    }

    @Test("A signed token keeps its line, shares it, or loses it, and stays findable")
    func tokens() async throws {
        let service = try await TestService.start { $0.linkPolicy = "reject" }
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        let named: JSONValue = ["originalTransactionId": .string(Self.line)]
        let refused = try await link("user-2", named, service)
        #expect(refused?.status == 409)
        #expect(refused?.json?["code"]?.string == "link.conflict")
        #expect(refused?.json?["got"]?.string == Self.token)
        let own = try await link(
            "user-1", named.replacing(["appAccountToken": .string(Self.token.uppercased())]), service)
        #expect(own?.json?["outcome"]?.string == "claimed")
        #expect(try await lines("user-1", service) == [[Self.line], []])
        #expect(try await lines(Self.token.uppercased(), service) == [[Self.line], []])
        let shared = try await link("user-2", named.replacing(["policy": "share"]), service)
        #expect(shared?.json?["outcome"]?.string == "shared")
        #expect(try await lines("user-2", service) == [[Self.line], []])
        #expect(try await lines("user-1", service) == [[Self.line], []])
        let moved = try await link("user-3", named.replacing(["policy": "transfer"]), service)
        #expect(moved?.json?["outcome"]?.string == "transferred")
        #expect(try await lines("user-3", service) == [[Self.line], []])
        for other in ["user-1", "user-2", Self.token] {
            #expect(try await lines(other, service) == [[], [Self.line]], "\(other)")
        }
        // What Apple says later of the line changes nothing about that.
        #expect(try await service.post(jws: try life.renewed())?.status == 200)
        #expect(try await lines(Self.token, service) == [[], [Self.line]])
        await service.stop()
    }

    @Test("A download brings all its lines")
    func downloads() async throws {
        let service = try await TestService.start()
        #expect(try await service.post(jws: try untold.bought())?.status == 200)
        let claimed = try await link("user-1", ["appTransactionId": "704000000000000001"], service)
        #expect(claimed?.json?["outcome"]?.string == "claimed")
        #expect(claimed?.json?["appTransactionId"]?.string == "704000000000000001")
        #expect(try await lines("user-1", service) == [[Self.line], []])
        await service.stop()
    }

    @Test("What cannot be a token, and texts of several lines, are refused")
    func badMembers() async throws {
        let service = try await TestService.start()
        _ = try await service.ask(
            "POST", "/v1/transactions", body: Array(try life.signer.sign(untold.transaction(period: 1, day: 0)).utf8))
        let line = JSONMember("originalTransactionId", .string(Self.line))
        for (name, value) in [
            ("appAccountToken", "nonsense"), ("appAccountToken", "00000000-0000-0000-0000-000000000000"),
            ("by", "a\u{1B}[31m"), ("by", "two\nlines"),
        ] {
            let answer = try await link("user-1", .object([line, JSONMember(name, .string(value))]), service)
            #expect(answer?.status == 400)
            #expect(answer?.json?["code"]?.string == "request.body")
        }
        #expect(try await lines("user-1", service) == [[], []])
        await service.stop()
    }

    @Test("What names nothing, or nobody, is refused")
    func refused() async throws {
        let service = try await TestService.start()
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        let named: JSONValue = ["originalTransactionId": .string(Self.line)]
        let zero = "00000000-0000-0000-0000-000000000000"
        let cases: [(customer: String, body: JSONValue, query: String, status: Int, code: String)] = [
            (zero, named, "", 400, "customer.id"), ("0", named, "", 400, "customer.id"),
            ("a%0A", named, "", 400, "customer.id"), ("a", [:], "", 400, "request.body"),
            ("a", named.replacing(["appTransactionId": "1"]), "", 400, "request.body"),
            ("a", ["originalTransactionId": 1], "", 400, "request.body"),
            ("a", named.replacing(["policy": "Keep"]), "", 400, "request.body"),
            ("a", named.replacing(["who": "me"]), "", 400, "request.body"),
            ("a", ["originalTransactionId": "1"], "", 404, "line.unknown"),
            ("a", named, "?environment=Sandbox", 404, "line.unknown"),
            ("a", named, "?bundleId=other", 404, "line.unknown"),
            ("a", ["appTransactionId": .string(Self.line)], "", 404, "download.unknown"),
            ("a", ["signedTransactionInfo": "a.b.c"], "", 400, "jws.base64url"),
            ("a", ["signedAppTransactionInfo": "a.b"], "", 400, "jws.segments"),
        ]
        for (customer, body, query, status, code) in cases {
            let answer = try await link(customer, body, service, query: query)
            #expect(answer?.status == status, "\(customer) \(JSONWriter().text(body)) \(query)")
            #expect(answer?.json?["code"]?.string == code, "\(customer) \(JSONWriter().text(body)) \(query)")
        }
        #expect(try await service.json("/v1/customers/a/links")?["links"]?.elements.map(\.self).isEmpty == true)
        #expect(try await lines("a", service) == [[], []])
        await service.stop()
    }
}
