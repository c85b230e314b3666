internal import HTTPServing
internal import Testing

@Suite("HTTP server: malformed requests", .timeLimit(.minutes(30)))
struct MalformedRequestTests {
    /// Everything that a client gets for the bytes it sends, and whether the server lives on.
    private func received(for bytes: [UInt8]) async throws -> String {
        let server = try startServer()
        let address = server.boundAddress
        let received = try await blocking {
            let client = try TestClient(address)
            try client.send(bytes)
            return String(decoding: try client.receiveAll(), as: UTF8.self)
        }
        #expect(try await isAlive(address))
        await server.stop()
        return received
    }

    @Test(
        "A malformed first line is refused",
        arguments: [
            "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1 x\r\nHost: a\r\n\r\n", "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
            "GET / http/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", " / HTTP/1.1\r\nHost: a\r\n\r\n",
            "G\u{E9}T / HTTP/1.1\r\nHost: a\r\n\r\n", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /?%f HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
            "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /a\0HTTP/1.1 HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a\0 HTTP/1.1 HTTP/1.1\r\nHost: a\r\n\r\n",
            "G\0T / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
        ])
    func firstLine(text: String) async throws {
        let received = try await received(for: Array(text.utf8))
        #expect(received.isEmpty || ["400", "505"].contains(received.dropFirst(9).prefix(3)), "\(received.prefix(20))")
    }

    @Test(
        "Malformed fields are refused",
        arguments: [
            "Host: a\r\nHost: b\r\n", "Host: a\r\nno colon\r\n", "Host: a\r\n: empty\r\n", "Host: a\r\nX Y: b\r\n",
            "Host: a\r\nX\0Y: b\r\n", "Host: a\r\nX\u{E9}: b\r\n", " X: a\r\nHost: a\r\n",
            "Host: a\r\n:\r\n", ":\r\nHost: a\r\n", "Host: a\r\nX: y\r\n z\r\n", "Host: a\r\nX: y\r\n z\r\nU: v\r\n",
            "Host: a\r\nX: y\0z\r\n", "Host: a\r\nX: y\0z\r\nU: v\r\n", "Host: a\r\nX:\r\n:\r\n", "Host: a\r\nX:\r\n:",
            "Host: a\nX: y\r\n", "Host: a\r\nX: y\n",
        ])
    func fields(text: String) async throws {
        let received = try await received(for: Array("GET / HTTP/1.1\r\n\(text)\r\n".utf8))
        #expect(received.hasPrefix("HTTP/1.1 400 "), "\(received.prefix(20))")
    }

    @Test("A head of ten kilobytes is well")
    func large() async throws {
        let server = try startServer()
        let address = server.boundAddress
        let fields = (0..<50).map { ("X-Field-\($0)", String(repeating: "v", count: 100)) }
        let target = "/" + String(repeating: "a", count: 4000)
        let statuses = try await blocking {
            let client = try TestClient(address)
            return try (0..<3).map { _ in try client.ask("POST", target, headers: fields, body: [1])?.status }
        }
        #expect(statuses == [200, 200, 200])
        await server.stop()
    }

    @Test("A head beyond the limit is refused", arguments: ["target", "field", "fields", "empty lines"])
    func tooLarge(kind: String) async throws {
        let many = String(repeating: "a", count: 100_000)
        let head =
            switch kind {
            case "target": "GET /\(many) HTTP/1.1\r\nHost: a\r\n\r\n"
            case "field": "GET / HTTP/1.1\r\nHost: a\r\nX: \(many)\r\n\r\n"
            case "fields":
                "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 10_000) + "\r\n"
            default: String(repeating: "\r\n", count: 100_000) + "GET / HTTP/9.9\r\n\r\n"
            }
        let server = try startServer()
        let address = server.boundAddress
        let status = try await blocking {
            let client = try TestClient(address)
            // The server may close before everything is sent.
            try? client.send(head)
            return try client.answer()?.status
        }
        #expect(status.map { [414, 431, 505].contains($0) } ?? true)
        #expect(try await isAlive(address))
        await server.stop()
    }

    @Test("Bytes without any sense leave the server alive", arguments: 0..<20)
    func noise(seed: UInt64) async throws {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        var bytes = Array(
            "POST /a?b=c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8)
        for _ in 0..<(1 + next() % 6) { bytes[Int(next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: next()) }
        let server = try startServer()
        let address = server.boundAddress
        let noise = bytes
        try await blocking {
            for cut in [noise.count, noise.count / 2, 3] { try TestClient(address).send(Array(noise.prefix(cut))) }
        }
        #expect(try await isAlive(address))
        await server.stop()
    }
}
