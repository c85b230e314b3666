internal import Service
internal import StoreCore
internal import StoreCoreHTTP
internal import Testing
internal import TestSupport

@Suite("Ownership over HTTP", .timeLimit(.minutes(10)))
struct HTTPStoreBackendTests {
    private let monthly = StoreCatalogue.monthly.productId
    private let lifetime = StoreCatalogue.lifetime.productId

    private func entitled(
        _ life: ServiceLife, customer: String = ServiceLife.customer, token: BearerToken? = nil, path: String = "",
        bundleId: String? = nil, environment: String? = nil, clock: (@Sendable () -> Int64)? = nil
    ) async -> Result<[Entitlement], StoreBackendError> {
        do throws(StoreBackendError) {
            let service = try ServiceConnection(url: life.url + path, token: token, timeout: 600_000)
            return .success(
                try await HTTPStoreBackend(
                    service, customer: customer, offers: [], bundleId: bundleId, environment: environment, clock: clock
                ).entitled())
        } catch {
            return .failure(error)
        }
    }

    @Test("Entitlements come by their names, and products by theirs")
    func names() async throws {
        let life = try await ServiceLife.start {
            $0.entitlements = [
                StoreCatalogue.monthly.productId: ["pro", "ad-free"], StoreCatalogue.lifetime.productId: ["pro"],
            ]
        }
        try await life.buy(monthly)
        let until = life.now + 30 * StoreCatalogue.day
        try await life.buy(lifetime)
        let expected = [
            Entitlement(name: "ad-free", productId: monthly, until: until),
            Entitlement(name: "pro", productId: lifetime),
            Entitlement(name: lifetime, productId: lifetime),
            Entitlement(name: monthly, productId: monthly, until: until),
        ]
        #expect(try await entitled(life).map(Set.init).get() == Set(expected))
        #expect(try await entitled(life).get().count == expected.count)
        try await life.refund(lifetime)
        let left = try await entitled(life).get()
        #expect(Set(left.map(\.name)) == ["ad-free", "pro", monthly])
        #expect(left.allSatisfy { $0.productId == monthly })
        await life.stop()
    }

    @Test("A product that is its own entitlement is there once")
    func once() async throws {
        let life = try await ServiceLife.start()
        try await life.buy(lifetime)
        #expect(await entitled(life) == .success([Entitlement(name: lifetime, productId: lifetime)]))
        await life.stop()
    }

    @Test("A customer who is not known owns nothing, whatever the id", arguments: ["nobody", "a/../b", "é ?#%"])
    func unknown(_ customer: String) async throws {
        let life = try await ServiceLife.start()
        try await life.buy(lifetime)
        #expect(await entitled(life, customer: customer) == .success([]))
        await life.stop()
    }

    @Test("Another app's purchases, and another environment's, do not count")
    func scope() async throws {
        let life = try await ServiceLife.start()
        try await life.buy(lifetime)
        #expect(try await entitled(life, bundleId: SamplePayload.bundleId).get().count == 1)
        #expect(await entitled(life, bundleId: "com.example.other") == .success([]))
        #expect(try await entitled(life, environment: "Production").get().count == 1)
        #expect(await entitled(life, environment: "Sandbox") == .success([]))
        let unknown = StoreBackendError.refused(reason: "status 400, request.parameter")
        #expect(await entitled(life, environment: "Sandbox&at=0") == .failure(unknown))
        await life.stop()
    }

    @Test("A clock asks about its own instant")
    func clock() async throws {
        let life = try await ServiceLife.start()
        try await life.buy(monthly)
        let bought = life.now
        try await life.expire(monthly)
        #expect(await entitled(life) == .success([]))
        let then = try await entitled(life, clock: { bought }).get()
        #expect(then.contains { $0.name == StoreCatalogue.monthly.productId && $0.state == .active })
        #expect(await entitled(life, clock: { bought - 1 }) == .success([]))
        await life.stop()
    }

    @Test("A token opens the service, and is never shown")
    func token() async throws {
        let folder = try TemporaryFolder()
        let secret = "a-secret-of-some-length-0123456789"
        let file = try folder.write("tokens", "\r\n  \n\t\(secret) \r\nanother-secret-0123456789abcdef\n")
        let life = try await ServiceLife.start { $0.tokenFile = file }
        try await life.buy(lifetime)
        let refusal = StoreBackendError.refused(reason: "status 401, request.unauthorized")
        #expect(await entitled(life) == .failure(refusal))
        #expect(await entitled(life, token: try BearerToken("\(secret)x")) == .failure(refusal))
        for token in [try BearerToken(secret), try BearerToken(file: file)] {
            #expect(try await entitled(life, token: token).get().count == 1)
            var text = "\(token) \(String(reflecting: token))"
            dump(token, to: &text)
            #expect(!text.contains("secret"))
        }
        await life.stop()
    }

    @Test("What cannot be a token is refused, and not repeated")
    func badTokens() throws {
        for text in ["", "two words", "line\r\nX-Other: 1", "schlüssel"] {
            let error = #expect(throws: StoreBackendError.self) { try BearerToken(text) }
            #expect(error?.description.contains("line") == false)
        }
        let folder = try TemporaryFolder()
        #expect(throws: StoreBackendError.refused(reason: "the file with the token cannot be read")) {
            try BearerToken(file: folder.file("none"))
        }
        #expect(throws: StoreBackendError.self) { try BearerToken(file: try folder.write("empty", "\n \n")) }
    }

    @Test("A service that fails, is elsewhere or is gone is told apart")
    func failures() async throws {
        let life = try await ServiceLife.start()
        life.failNextQuestion()
        #expect(await entitled(life) == .failure(.unavailable(reason: "status 503, store.unavailable")))
        #expect(await entitled(life, path: "/") == .success([]))
        guard case .failure(.refused) = await entitled(life, path: "/elsewhere") else {
            Issue.record("a path that the service does not have")
            return
        }
        await life.stop()
        guard case .failure(.unavailable) = await entitled(life) else {
            Issue.record("a service that is gone")
            return
        }
    }

    /// What a backend makes of an answer that some other program gives, and the head of the question.
    private func reading(
        _ status: String, _ body: String, token: BearerToken? = nil
    ) async throws -> (Result<[Entitlement], StoreBackendError>, String) {
        let listener = try LoopbackListener()
        async let head = blocking {
            let peer = try listener.accept()
            let head = try peer.receiveHead()
            peer.send("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
            return head
        }
        let service = try ServiceConnection(
            url: "http://127.0.0.1:\(listener.port)", token: token, timeout: 600_000)
        let backend = try HTTPStoreBackend(service, customer: "a b/c", offers: [])
        let answer: Result<[Entitlement], StoreBackendError>
        do throws(StoreBackendError) {
            answer = .success(try await backend.entitled())
        } catch {
            answer = .failure(error)
        }
        return (answer, try await head)
    }

    @Test("An identifier is one segment of the path, and the token one field")
    func question() async throws {
        let (answer, head) = try await reading(
            "200 OK", #"{"entitlements":[],"lines":[]}"#, token: try BearerToken("secret"))
        #expect(answer == .success([]))
        #expect(head.hasPrefix("GET /v1/customers/a%20b%2fc/entitlements HTTP/1.1\r\n"))
        #expect(head.contains("\r\nAuthorization: Bearer secret\r\n"))
    }

    @Test("What is not entitled is never read as if it were, whatever its state says")
    func verdict() async throws {
        let shape = { (name: String, entitled: Bool, state: String, until: String) in
            #"{"bundleId":"b","entitled":\#(entitled),"name":"\#(name)","productId":null,"state":"\#(state)","#
                + #""until":\#(until)}"#
        }
        let list = [
            shape("a", false, "active", "null"), shape("b", true, "gracePeriod", "5"), shape("c", true, "new", "null"),
            shape("d", false, "billingRetry", "null"), shape("e", false, "revoked", "9"),
        ].joined(separator: ",")
        let (answer, _) = try await reading("200 OK", #"{"entitlements":[\#(list)],"lines":[],"more":1}"#)
        #expect(
            answer == .success([Entitlement(name: "b", state: .gracePeriod, until: 5), Entitlement(name: "c")]))
    }

    @Test(
        "An answer of which any part makes no sense is no answer",
        arguments: [
            "", "[]", "{}", #"{"entitlements":[]}"#, #"{"entitlements":{},"lines":[]}"#,
            #"{"entitlements":[1],"lines":[]}"#, #"{"entitlements":[],"lines":[]} x"#,
            #"{"entitlements":[{"entitled":"yes"}],"lines":[]}"#,
            #"{"entitlements":[{"bundleId":"b","entitled":true,"state":"active","until":null}],"lines":[]}"#,
            #"{"entitlements":[{"bundleId":"b","entitled":true,"name":"a","until":null}],"lines":[]}"#,
            #"{"entitlements":[{"bundleId":"b","entitled":true,"name":"a","state":"active"}],"lines":[]}"#,
            #"{"entitlements":[{"bundleId":"b","entitled":true,"name":"a","state":"active","until":"5"}],"lines":[]}"#,
            #"{"entitlements":[{"bundleId":"b","entitled":true,"name":"a","state":"active","until":1e30}],"lines":[]}"#,
            #"{"entitlements":[],"lines":[{"bundleId":"b","entitled":true,"state":"active","until":null}]}"#,
            #"{"entitlements":[{"entitled":true,"name":"a","state":"active","until":null}],"lines":[]}"#,
        ])
    func unreadable(_ body: String) async throws {
        guard case (.failure(.unreadable), _) = try await reading("200 OK", body) else {
            Issue.record("read: \(body)")
            return
        }
    }

    @Test("Only what has the form of a code is repeated")
    func problems() async throws {
        let cases: [(String, String, StoreBackendError)] = [
            ("404 Not Found", "<html>", .refused(reason: "status 404")),
            ("404 Not Found", #"{"code":"route.unknown"}"#, .refused(reason: "status 404, route.unknown")),
            ("403 Forbidden", #"{"code":"Bearer secret"}"#, .refused(reason: "status 403")),
            ("429 Too Many Requests", "", .unavailable(reason: "status 429")),
            ("502 Bad Gateway", "", .unavailable(reason: "status 502")),
            ("302 Found", "", .unreadable(reason: "status 302")),
            ("204 No Content", "", .unreadable(reason: "status 204")),
        ]
        for (status, body, error) in cases {
            #expect(try await reading(status, body).0 == .failure(error), "\(status)")
        }
    }

    @Test("What cannot be asked for is refused at once")
    func refused() throws {
        for url in ["", "127.0.0.1:1", "ftp://127.0.0.1", "http://127.0.0.1/?a=b", "http://127.0.0.1/#a"] {
            #expect(throws: StoreBackendError.self, "\(url)") { try ServiceConnection(url: url) }
        }
        let service = try ServiceConnection(url: "http://127.0.0.1:1")
        for customer in ["", ".", ".."] {
            #expect(throws: StoreBackendError.refused(reason: "there is no customer to ask about")) {
                try HTTPStoreBackend(service, customer: customer, offers: [])
            }
        }
    }
}
