internal import HTTPClient
internal import HTTPServing
internal import Testing

@Suite("HTTP client: redirects", .timeLimit(.minutes(10)))
struct RedirectTests {
    /// Sends `/STATUS/REST` on to `/REST`, `/circle` to itself, and answers all else with what was asked.
    @Sendable private static func answer(_ request: HTTPRequest) async -> HTTPResponse {
        if request.path == "/circle" { return HTTPResponse(status: 302, headers: [("Location", "/circle")]) }
        if request.path == "/other-scheme" {
            return HTTPResponse(status: 302, headers: [("Location", "https://127.0.0.1/")])
        }
        guard let status = request.pathSegments.first.flatMap({ Int($0) }) else {
            let fields = ["Authorization", "Content-Language"].map { request.header($0) ?? "none" }
            return .text("\(request.method) \(request.path) \(fields) \(request.body)")
        }
        let rest = "/" + request.pathSegments.dropFirst().joined(separator: "/")
        let host = request.header("X-Host").map { "http://\($0)" } ?? ""
        return HTTPResponse(status: status, headers: [("Location", host + rest)])
    }

    private func outcome(
        _ path: String, method: String = "GET", maximum: Int = 3, otherHost: Bool = false
    ) async throws -> Result<ClientResponse, HTTPClientError> {
        let server = try startServer(handler: Self.answer)
        let client = try makeClient()
        var request = patientRequest(
            method, "http://\(server.boundAddress)\(path)",
            fields: [ClientField("authorization", "secret"), ClientField("Content-Language", "en")],
            body: method == "GET" ? [] : [1])
        // The same server, by another name.
        if otherHost { request.fields.append(ClientField("X-Host", "localhost:\(server.boundAddress.port)")) }
        request.maximumRedirects = maximum
        let outcome = await client.outcome(request)
        await client.close()
        await server.stop()
        return outcome
    }

    @Test("A redirect is a response like any other unless asked otherwise")
    func notFollowed() async throws {
        let response = try await outcome("/302/x", maximum: 0).get()
        #expect(response.status == 302 && response.field("location") == "/x")
    }

    @Test(
        "The method and the body go on as the status says",
        arguments: [
            ("GET", 301, #"GET /x ["secret", "en"] []"#), ("POST", 301, #"GET /x ["secret", "none"] []"#),
            ("POST", 302, #"GET /x ["secret", "none"] []"#), ("PUT", 302, #"PUT /x ["secret", "en"] [1]"#),
            ("PUT", 303, #"GET /x ["secret", "none"] []"#), ("POST", 307, #"POST /x ["secret", "en"] [1]"#),
            ("POST", 308, #"POST /x ["secret", "en"] [1]"#),
        ])
    func followed(_ method: String, _ status: Int, _ text: String) async throws {
        let response = try await outcome("/\(status)/x", method: method).get()
        #expect(String(decoding: response.body, as: UTF8.self) == text)
    }

    @Test("Another host does not get the secrets of the first")
    func otherHost() async throws {
        let response = try await outcome("/302/x", otherHost: true).get()
        #expect(String(decoding: response.body, as: UTF8.self) == #"GET /x ["none", "en"] []"#)
    }

    @Test("As many redirects as allowed are followed, and no more; circles are found at once")
    func bounds() async throws {
        #expect(try await outcome("/302/302/302/x").get().status == 200)
        #expect(try await outcome("/302/302/302/302/x") == .failure(.tooManyRedirects(limit: 3)))
        #expect(try await outcome("/circle", maximum: 1) == .failure(.circularRedirect))
        #expect(try await outcome("/other-scheme").get().status == 302)
        #expect(try await outcome("/304/x").get().status == 304)
    }
}
