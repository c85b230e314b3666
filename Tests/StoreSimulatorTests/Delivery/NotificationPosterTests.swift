import AppStoreModels
import StoreSimulator
import TestSupport
import Testing

@Suite("Posting notifications", .timeLimit(.minutes(30)))
struct NotificationPosterTests {
    private static let body = PayloadSigner.body(of: String(repeating: "a", count: 10_000))

    /// Posts once to a server that reads the whole request, answers with a text as it is, and closes.
    private func post(
        _ answer: String, manner: DeliveryAttempt.Manner = .plain, scheme: String = "http"
    ) async throws -> (result: SendAttemptResult, request: String) {
        let listener = try LoopbackListener()
        let poster = try NotificationPoster(url: "\(scheme)://127.0.0.1:\(listener.port)/hook", timeout: 300_000)
        async let request = blocking {
            let peer = try listener.accept()
            var request: [UInt8] = []
            while !request.suffix(Self.body.count).elementsEqual(Self.body) {
                let more = try peer.receive()
                if more.isEmpty { break }
                request += more
                // A handshake is no request.
                if request.first == 0x16 { break }
            }
            peer.send(answer)
            return String(decoding: request, as: UTF8.self)
        }
        let result = await poster.send(Self.body, manner: manner)
        let sent = try await request
        await poster.close()
        return (result, sent)
    }

    private static func answer(_ status: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    }

    @Test(
        "The status decides",
        arguments: [
            ("200 OK", .success), ("204 No Content", .success), ("206 Partial Content", .success),
            ("207 Multi-Status", .unsuccessfulHTTPResponseCode), ("302 Found", .unsuccessfulHTTPResponseCode),
            ("400 Bad Request", .unsuccessfulHTTPResponseCode),
            ("503 Service Unavailable", .unsuccessfulHTTPResponseCode),
        ] as [(String, SendAttemptResult)])
    func status(_ status: String, _ expected: SendAttemptResult) async throws {
        let (result, request) = try await post(Self.answer(status))
        #expect(result == expected)
        #expect(request.hasPrefix("POST /hook HTTP/1.1\r\n"))
        #expect(request.contains("Content-Type: application/json\r\n"))
        #expect(request.hasSuffix(String(decoding: Self.body, as: UTF8.self)))
    }

    @Test(
        "What is no answer has its name",
        arguments: [("", .noResponse), ("no HTTP at all\r\n\r\n", .invalidResponse)] as [(String, SendAttemptResult)])
    func broken(_ answer: String, _ expected: SendAttemptResult) async throws {
        #expect(try await post(answer).result == expected)
    }

    @Test("A server that speaks no TLS is a TLS issue")
    func tls() async throws {
        #expect(try await post("HTTP/1.1 400 Bad Request\r\n\r\n", scheme: "https").result == .tlsIssue)
    }

    @Test("Nobody who listens is a socket issue")
    func nobody() async throws {
        var listener: LoopbackListener? = try LoopbackListener()
        let port = try #require(listener?.port)
        listener = nil
        let refused = try NotificationPoster(url: "http://127.0.0.1:\(port)/")
        #expect(await refused.send(Self.body) == .socketIssue)
        await refused.close()
    }

    @Test(
        "A URL that nothing can be posted to is refused at once",
        arguments: ["", "hook", "ftp://127.0.0.1/", "http://127.0.0.1:99999/", "http://name:word@127.0.0.1/"])
    func unusable(_ url: String) throws {
        let error = SessionError.configuration(
            "notifications cannot be posted to \"\(url)\": it must be a URL such as "
                + "http://127.0.0.1:8080/v1/notifications, without a user name or a password")
        #expect(throws: error) { try NotificationPoster(url: url) }
    }

    @Test("A server that does not answer in time has timed out")
    func timeout() async throws {
        let listener = try LoopbackListener()
        // The kernel takes the connection; nobody reads it.
        let poster = try NotificationPoster(url: "http://127.0.0.1:\(listener.port)/", timeout: 50)
        #expect(await poster.send(Self.body) == .timedOut)
        await poster.close()
    }

    @Test("A slow connection brings the whole body")
    func slow() async throws {
        let (result, request) = try await post(Self.answer("200 OK"), manner: .slow)
        #expect(result == .success)
        #expect(request.hasSuffix(String(decoding: Self.body, as: UTF8.self)))
    }

    @Test("A client that is gone after sending has brought the whole body, and no answer is known")
    func disconnecting() async throws {
        let (result, request) = try await post(Self.answer("200 OK"), manner: .disconnecting)
        #expect(result == .noResponse)
        #expect(request.hasSuffix(String(decoding: Self.body, as: UTF8.self)))
    }

    @Test("What is lost on the way reaches nobody")
    func lost() async throws {
        let poster = try NotificationPoster(url: "http://127.0.0.1:1/")
        #expect(await poster.send(Self.body, manner: .lost) == .timedOut)
        await poster.close()
    }

    @Test("Certificates that are none are refused")
    func roots() throws {
        #expect(throws: SessionError.self) { try NotificationPoster(url: "https://a/", trustedRoots: []) }
    }
}
