internal import HTTPServing
internal import Synchronization
internal import Testing

@Suite("HTTP server: bodies made while they are sent", .timeLimit(.minutes(30)))
struct ResponseStreamTests {
    /// Gives so many parts, then ends.
    private static func parts(_ count: Int, of size: Int = 5) -> ResponseStream {
        let given = Mutex(0)
        return ResponseStream {
            let number = given.withLock { given in
                given += 1
                return given
            }
            guard number <= count else { return nil }
            return Array(repeating: UInt8(ascii: "a") + UInt8(number % 26), count: size)
        }
    }

    private func streaming(_ stream: @escaping @Sendable (HTTPRequest) -> ResponseStream) throws -> HTTPServer {
        try startServer { request in
            guard request.path != "/alive" else { return await describe(request) }
            var response = HTTPResponse(status: 200, headers: [("Content-Type", "text/plain")])
            response.stream = stream(request)
            return response
        }
    }

    @Test(
        "All parts come in order, chunked, and the connection ends",
        arguments: [(0, 5), (3, 5), (40, 0), (200, 700), (3, 100_000)])
    func whole(_ count: Int, _ size: Int) async throws {
        let server = try streaming { _ in Self.parts(count, of: size) }
        let address = server.boundAddress
        let bytes = try await blocking {
            let client = try TestClient(address)
            try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
            return try client.receiveAll()
        }
        let expected = (1...max(count, 1)).flatMap {
            Array(repeating: UInt8(ascii: "a") + UInt8($0 % 26), count: count == 0 ? 0 : size)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("Transfer-Encoding: chunked"))
        #expect(!text.contains("Content-Length"))
        #expect(Self.dechunked(bytes) == expected)
        await server.stop(patience: 600_000)
    }

    @Test("HEAD asks for no part")
    func head() async throws {
        let server = try streaming { _ in Self.parts(3) }
        let address = server.boundAddress
        let text = try await blocking {
            let client = try TestClient(address)
            try client.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\n")
            return String(decoding: try client.receiveAll(), as: UTF8.self)
        }
        #expect(text.hasPrefix("HTTP/1.1 200"))
        #expect(text.hasSuffix("\r\n\r\n"))
        await server.stop(patience: 600_000)
    }

    @Test("The end of the server ends bodies without an end, and cancels what makes them")
    func stop() async throws {
        let gate = Gate()
        let server = try streaming { _ in
            ResponseStream {
                await gate.pass()
                return Task.isCancelled ? nil : [0x61]
            }
        }
        let address = server.boundAddress
        let clients = try await blocking {
            try (0..<20).map { _ in
                let client = try TestClient(address)
                try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
                return client
            }
        }
        await gate.arrivals(20)
        // Longer than the test may take: it is not waited for.
        await server.stop(patience: 3_600_000)
        gate.open()
        let ends = try await blocking { try clients.map { try $0.receiveAll() } }
        #expect(ends.allSatisfy { Self.dechunked($0) == [] })
    }

    @Test("A client that leaves is noticed when something is sent, and the next is served")
    func leaves() async throws {
        let asked = Mutex(0)
        let released = Gate()
        let server = try streaming { _ in
            ResponseStream {
                asked.withLock { $0 += 1 }
                if Task.isCancelled { return nil }
                return Array(repeating: 0x61, count: 1000)
            }
        }
        let address = server.boundAddress
        try await blocking {
            let client = try TestClient(address)
            try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
        }
        while server.requestsInFlight > 0 || asked.withLock({ $0 }) == 0 { await Task.yield() }
        released.open()
        #expect(try await isAlive(address))
        await server.stop(patience: 600_000)
    }

    /// The bytes of a chunked body (RFC 9112, section 7.1); nil when it does not end.
    private static func dechunked(_ answer: [UInt8]) -> [UInt8]? {
        var rest = answer[...]
        func line() -> String? {
            guard let end = rest.firstIndex(of: 0x0A) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self).replacing("\r", with: "")
        }
        while let text = line(), !text.isEmpty {}
        var body: [UInt8] = []
        while let text = line(), let size = Int(text, radix: 16) {
            if size == 0 { return body }
            body += rest.prefix(size)
            rest = rest.dropFirst(size)
            _ = line()
        }
        return nil
    }
}
