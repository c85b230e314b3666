internal import HTTPServing
internal import Testing

@Suite("HTTP server: bodies", .timeLimit(.minutes(30)))
struct RequestBodyTests {
    /// What one client gets for the bytes it sends, until an answer is whole.
    private func answer(
        to parts: [String], maximumBody: Int = 1000, configure: (inout HTTPServerConfiguration) -> Void = { _ in }
    ) async throws -> (answer: TestClient.Answer?, isAlive: Bool) {
        let server = try startTunedServer(maximumBody: maximumBody, configure: configure)
        let address = server.boundAddress
        let answer = try await blocking {
            let client = try TestClient(address)
            for part in parts { try client.send(part) }
            return try client.answer()
        }
        let alive = try await isAlive(address)
        await server.stop()
        return (answer, alive)
    }

    @Test("A body may be as long as the limit and no longer", arguments: [(999, 200), (1000, 200), (1001, 413)])
    func limit(count: Int, status: Int) async throws {
        let server = try startServer()
        let address = server.boundAddress
        let answers = try await blocking {
            let client = try TestClient(address)
            return [
                try client.ask("POST", "/", body: Array(repeating: 0x61, count: count)), try client.ask("GET", "/"),
            ]
        }
        #expect(answers.map { $0?.status } == [status, 200])
        await server.stop()
    }

    @Test("No request is accepted beyond the server's own limit")
    func serverLimit() async throws {
        let head = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 11\r\n\r\n12345678901"
        let result = try await answer(to: [head], maximumBody: .max) { $0.maximumBodyBytes = 10 }
        #expect(result.answer?.status == 413)
        #expect(result.answer?.text == "the body is larger than 10 bytes\n")
        #expect(result.isAlive)
    }

    @Test(
        "A length far beyond the limit is refused before the body is sent",
        arguments: [
            "1000000", "9223372036854775808", "18446744073709551615",
        ])
    func refusedByLength(length: String) async throws {
        let result = try await answer(to: ["POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(length)\r\n\r\n"])
        #expect(result.answer?.status == 413)
        #expect(result.answer?.headers["connection"] == "close")
        #expect(result.isAlive)
    }

    @Test(
        "A length that is no number is refused",
        arguments: [
            ("99999999999999999999999", 413), ("-1", 400), ("+1", 400), ("1,1", 400), ("0x1", 400), ("", 400),
            ("1 1", 400),
        ])
    func malformedLength(length: String, status: Int) async throws {
        let result = try await answer(to: ["POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(length)\r\n\r\n"])
        #expect(result.answer?.status == status)
        #expect(result.isAlive)
    }

    @Test(
        "What two readers could take for different bodies is refused",
        arguments: [
            ("Content-Length: 1\r\nContent-Length: 1", 400), ("Content-Length: 1\r\ncontent-length: 2", 400),
            ("Content-Length: 1\r\nTransfer-Encoding: chunked", 400), ("Transfer-Encoding: gzip, chunked", 501),
            ("Transfer-Encoding: identity", 501), ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 400),
            ("Transfer-Encoding : chunked", 400), ("Content-Length : 1", 400),
        ])
    func ambiguous(fields: String, status: Int) async throws {
        let result = try await answer(to: ["POST / HTTP/1.1\r\nHost: test\r\n\(fields)\r\n\r\n"])
        #expect(result.answer?.status == status)
        #expect(result.answer?.headers["connection"] == "close")
        #expect(result.isAlive)
    }

    private static let chunked = "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test("Chunks are put together, whatever their sizes and extensions")
    func chunks() async throws {
        let long = "3e5\r\n" + String(repeating: "a", count: 997) + "\r\n"
        let result = try await answer(to: [
            Self.chunked, "1\r\na\r\n2;x=\"y\"\r", "\nbc\r\n", long, "0\r\nX: y\r\n\r\n",
        ])
        #expect(result.answer?.text == "POST [] [] 1000")
        #expect(result.isAlive)
    }

    @Test("Chunks beyond the limit are refused when they end", arguments: [1001, 100_000, 1 << 20])
    func chunkedTooLong(count: Int) async throws {
        let body = String(count, radix: 16) + "\r\n" + String(repeating: "a", count: count) + "\r\n0\r\n\r\n"
        let result = try await answer(to: [Self.chunked, body])
        #expect(result.answer?.status == 413)
        #expect(result.isAlive)
    }

    @Test("Chunks without end end the connection")
    func chunkedWithoutEnd() async throws {
        let server = try startServer()
        let address = server.boundAddress
        let error = await #expect(throws: TestClient.Failure.self) {
            try await blocking {
                let client = try TestClient(address)
                try client.send(Self.chunked)
                let chunk = "10000\r\n" + String(repeating: "a", count: 65536) + "\r\n"
                // More than any buffers on the way hold.
                for _ in 0..<1000 { try client.send(chunk) }
            }
        }
        #expect(error?.call == "send")
        #expect(try await isAlive(address))
        await server.stop()
    }

    @Test(
        "Malformed chunks are refused", arguments: ["x\r\n", "\r\n", "-1\r\n", "1\r\nab\r\n", "fffffffffffffffff\r\n"])
    func malformedChunks(body: String) async throws {
        let result = try await answer(to: [Self.chunked, body])
        #expect(result.answer.map { [400, 413].contains($0.status) } == true)
        #expect(result.isAlive)
    }

    @Test("A client that waits for leave to send gets it for an accepted body only")
    func expectation() async throws {
        let server = try startServer()
        let address = server.boundAddress
        let fields = [("Expect", "100-continue"), ("Content-Length", "3")]
        let answers = try await blocking {
            let client = try TestClient(address)
            let first = try client.ask("POST", "/a", headers: fields)
            try client.send("abc")
            return [first, try client.answer(), try client.ask("POST", "/missing", headers: fields)]
        }
        #expect(answers.map { $0?.status } == [100, 200, 404])
        #expect(answers[1]?.text == #"POST ["a"] [] 3"#)
        await server.stop()
    }

    @Test("A body that ends early reaches no handler")
    func endsEarly() async throws {
        let server = try startServer()
        let address = server.boundAddress
        try await blocking {
            for length in [2, 1000] {
                let client = try TestClient(address)
                try client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(length)\r\n\r\na")
            }
            try TestClient(address).send(Self.chunked + "5\r\nab")
        }
        #expect(try await isAlive(address))
        await server.stop()
    }
}
