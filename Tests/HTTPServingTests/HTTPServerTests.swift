internal import HTTPServing
internal import Synchronization
internal import Testing

@Suite("HTTP server: requests and answers", .timeLimit(.minutes(30)))
struct HTTPServerTests {
    @Test("A request is answered by its handler, and the connection is kept")
    func answers() async throws {
        let server = try startServer()
        let address = server.boundAddress
        #expect(address.port != 0)
        let answers = try await blocking {
            let client = try TestClient(address)
            return [
                try client.ask("POST", "/v1/a%2Fb/?x=1&y=a+b%21", body: Array("hello".utf8)),
                try client.ask("GET", "/"),
            ]
        }
        #expect(answers[0]?.text == #"POST ["v1", "a/b", ""] ["x=1", "y=a b!"] 5"#)
        #expect(answers[0]?.status == 200)
        #expect(answers[0]?.headers["content-type"] == "text/plain; charset=utf-8")
        #expect(answers[0]?.headers["connection"] == nil)
        #expect(answers[0]?.headers["date"] != nil)
        #expect(answers[1]?.text == "GET [] [] 0")
        await server.stop()
    }

    @Test("The head decides without the handler, and the connection is kept")
    func headDecides() async throws {
        let calls = Atomic(0)
        let server = try startServer { request in
            calls.add(1, ordering: .relaxed)
            return await describe(request)
        }
        let address = server.boundAddress
        let answers = try await blocking {
            let client = try TestClient(address)
            return [
                try client.ask("GET", "/missing/a"),
                try client.ask("DELETE", "/a"),
                try client.ask("POST", "/missing", body: Array(repeating: 0x61, count: 64 * 1024)),
                try client.ask("GET", "/a"),
            ]
        }
        #expect(answers.map { $0?.status } == [404, 405, 404, 200])
        #expect(answers[0]?.text == "missing")
        #expect(answers[1]?.headers["allow"] == "GET, POST")
        #expect(answers[1]?.headers["content-length"] == "0")
        #expect(calls.load(ordering: .relaxed) == 1)
        await server.stop()
    }

    @Test("A refused request with a large body is answered before the body, and the connection ends")
    func refusedBeforeBody() async throws {
        let server = try startServer()
        let address = server.boundAddress
        let received = try await blocking {
            let client = try TestClient(address)
            try client.send("POST /missing HTTP/1.1\r\nHost: test\r\nContent-Length: 65537\r\n\r\n")
            return String(decoding: try client.receiveAll(), as: UTF8.self)
        }
        #expect(received.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(received.contains("\r\nConnection: close\r\n"))
        #expect(received.hasSuffix("\r\n\r\nmissing"))
        await server.stop()
    }

    @Test("HEAD gets the length without the body, OPTIONS may ask about the server")
    func otherMethods() async throws {
        let server = try startServer()
        let address = server.boundAddress
        let answers = try await blocking {
            let client = try TestClient(address)
            return [
                try client.ask("HEAD", "/a"), try client.ask("OPTIONS", "*"), try client.ask("PROPFIND", "/a"),
            ]
        }
        #expect(answers[0]?.headers["content-length"] == "15")
        #expect(answers[0]?.body == [])
        #expect(answers[1]?.text == "OPTIONS [] [] 0")
        #expect(answers[2]?.text == #"PROPFIND ["a"] [] 0"#)
        await server.stop()
    }

    @Test("Field names match in any case, values lose the white space around them")
    func fields() async throws {
        let server = try startServer { request in
            .text(
                "\(request.header("content-TYPE") ?? "-")|\(request.head.fields.values("x-a"))|\(request.peerAddress)"
                    + "|\(request.isLoopbackPeer)|\(request.header("absent") ?? "-")")
        }
        let address = server.boundAddress
        let answer = try await blocking {
            try TestClient(address).ask(
                "GET", "/", headers: [("Content-Type", " \t a/b \t"), ("X-A", "1"), ("x-a", ""), ("X-a", "é")])
        }
        #expect(answer?.text == #"a/b|["1", "", "é"]|127.0.0.1|true|-"#)
        await server.stop()
    }

    @Test("Requests sent ahead are answered in their order")
    func pipelining() async throws {
        let server = try startServer()
        let address = server.boundAddress
        let answers = try await blocking {
            let client = try TestClient(address)
            var text = ""
            for index in 0..<20 {
                text += "POST /\(index) HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc"
            }
            try client.send(text)
            return try (0..<20).map { _ in try client.answer()?.text }
        }
        #expect(answers == (0..<20).map { #"POST ["\#($0)"] [] 3"# })
        await server.stop()
    }

    @Test("Fields of an answer that would break its head, or are the server's own, are left out")
    func answerFields() async throws {
        let server = try startServer { _ in
            HTTPResponse(
                status: 99,
                headers: [
                    ("X-Good", "1"), ("X-Bad", "1\r\nX-Injected: 2"), ("X Bad", "1"), ("X-Zero", "a\0b"), ("", "1"),
                    ("content-length", "7"), ("Connection", "upgrade"), ("Transfer-Encoding", "chunked"),
                ], body: [0x61])
        }
        let address = server.boundAddress
        let answer = try await blocking { try TestClient(address).ask("GET", "/") }
        #expect(answer?.status == 500)
        #expect(answer?.headers.keys.sorted() == ["content-length", "date", "x-good"])
        #expect(answer?.text == "a")
        await server.stop()
    }

    @Test("A client of HTTP/1.0 is answered and the connection ends")
    func version10() async throws {
        let server = try startServer()
        let address = server.boundAddress
        let received = try await blocking {
            let client = try TestClient(address)
            try client.send("GET /a HTTP/1.0\r\n\r\n")
            return String(decoding: try client.receiveAll(), as: UTF8.self)
        }
        #expect(received.hasSuffix("\r\n\r\nGET [\"a\"] [] 0"))
        await server.stop()
    }

    @Test("An answer of several megabytes arrives whole")
    func largeAnswer() async throws {
        let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try startServer { _ in HTTPResponse(status: 200, body: body) }
        let address = server.boundAddress
        let answer = try await blocking { try TestClient(address).ask("GET", "/") }
        #expect(answer?.body == body)
        await server.stop()
    }

    static let hasVersion6 = (try? startServer("[::1]:0")) != nil

    @Test("IPv6 is listened on and named", .enabled(if: hasVersion6, "no IPv6 loopback here"))
    func version6() async throws {
        let server = try startServer("[::1]:0") { request in
            .text("\(request.peerAddress) \(request.isLoopbackPeer)")
        }
        let address = server.boundAddress
        #expect(address.description == "[::1]:\(address.port)")
        let answer = try await blocking { try TestClient(address).ask("GET", "/") }
        #expect(answer?.text == "::1 true")
        await server.stop()
    }

    @Test(
        "Every interface of IPv6 takes IPv4 connections too", .enabled(if: hasVersion6, "no IPv6 loopback here"))
    func dualStack() async throws {
        let server = try startServer("[::]:0") { request in .text(request.peerAddress) }
        let version4 = ListenAddress(host: .loopback, port: server.boundAddress.port)
        let answer = try await blocking { try TestClient(version4).ask("GET", "/") }
        #expect(answer?.text == "127.0.0.1")
        await server.stop()
    }
}
