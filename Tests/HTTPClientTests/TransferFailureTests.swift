internal import Glibc
internal import HTTPClient
internal import TestSupport
internal import Testing

@Suite("HTTP client: failures by stage", .timeLimit(.minutes(10)))
struct TransferFailureTests {
    @Test("A port that nobody listens on refuses the connection")
    func refused() async throws {
        let client = try makeClient()
        let port = try LoopbackListener().port
        #expect(
            await client.failure(patientRequest("GET", "http://127.0.0.1:\(port)/"))
                == .connectionFailed(number: ECONNREFUSED))
        await client.close()
    }

    @Test("A name that cannot be one has no address")
    func noName() async throws {
        let client = try makeClient()
        // A label of more than 63 bytes (RFC 1035, section 2.3.4), which no resolver asks anybody about.
        let host = String(repeating: "x", count: 64) + ".invalid"
        #expect(await client.failure(patientRequest("GET", "http://\(host)/")) == .nameLookupFailed)
        await client.close()
    }

    @Test("A server that never answers is timed out, in the stage it is silent in")
    func timeouts() async throws {
        let client = try makeClient()
        // The system takes the connections; nobody reads from them.
        let listener = try LoopbackListener()
        var request = patientRequest("POST", "http://127.0.0.1:\(listener.port)/", body: [1])
        let exchange = HTTPClientError.timedOut(.exchange)
        #expect(await client.failure(request, reaching: exchange, within: \.totalTimeout) == exchange)
        request.url = "https://127.0.0.1:\(listener.port)/"
        let connection = HTTPClientError.timedOut(.connection)
        #expect(await client.failure(request, reaching: connection, within: \.totalTimeout) == connection)
        request.totalTimeout = 86_400_000
        #expect(await client.failure(request, reaching: connection, within: \.connectTimeout) == connection)
        await client.close()
    }

    @Test(
        "A response that breaks off or breaks the rules is told apart",
        arguments: [
            ("", .connectionLost(sent: .all)), ("HTTP/1.1 200", .connectionLost(sent: .all)),
            ("HTTP/1.1 200 OK\r\nContent-Le", .connectionLost(sent: .all)),
            ("HTTP/1.1 100 Continue\r\n\r\n", .connectionLost(sent: .all)),
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345", .responseBroken(.incomplete)),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n123", .responseBroken(.incomplete)),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .responseBroken(.malformed)),
            ("nonsense\r\n\r\n", .responseBroken(.malformed)), ("\u{16}\u{3}\u{1}", .responseBroken(.malformed)),
            ("HTTP/7.1 200 OK\r\n\r\n", .responseBroken(.malformed)),
            ("HTTP/1.1 abc OK\r\n\r\n", .responseBroken(.malformed)),
            ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", .responseBroken(.malformed)),
            ("HTTP/1.1 200 OK\r\nA : b\r\n\r\n", .responseBroken(.malformed)),
            ("HTTP/1.1 200 OK\r\n folded\r\n\r\n", .responseBroken(.malformed)),
            ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .responseBroken(.malformed)),
        ] as [(String, HTTPClientError)])
    func broken(_ answer: String, _ error: HTTPClientError) async throws {
        let client = try makeClient()
        #expect(try await ask(answer, client: client).outcome == .failure(error))
        await client.close()
    }

    @Test("A connection that ends while the request is sent is told from one that ends after it")
    func lostWhileSending() async throws {
        let client = try makeClient()
        let listener = try LoopbackListener()
        async let served: Void = blocking { _ = try listener.accept().receiveHead() }
        // More than the buffers of both ends hold.
        let body = [UInt8](repeating: 1, count: 1 << 26)
        let failure = await client.failure(patientRequest("POST", "http://127.0.0.1:\(listener.port)/", body: body))
        #expect(failure == .connectionLost(sent: .part))
        try await served
        await client.close()
    }

    @Test("A connection that the server has closed meanwhile is replaced, and the body sent whole again")
    func replacedConnection() async throws {
        let client = try makeClient()
        let listener = try LoopbackListener()
        let request = patientRequest("POST", "http://127.0.0.1:\(listener.port)/", body: Array("body".utf8))
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        async let served = blocking {
            let first = try listener.accept()
            // The body may come behind the head or with it; left unread it would stand before the next request.
            if try !first.receiveHead().hasSuffix("body") { _ = try first.receive(count: 4) }
            first.send(answer)
            // The second request comes on this connection, which ends without a word.
            let second = try first.receiveHead()
            return second
        }
        #expect(try await client.send(request).status == 200)
        async let again = client.outcome(request)
        let second = try await served
        let third = try await blocking {
            let peer = try listener.accept()
            var all = try peer.receiveHead()
            if !all.hasSuffix("body") { all += String(decoding: try peer.receive(count: 4), as: UTF8.self) }
            peer.send(answer)
            return all
        }
        #expect(second.hasPrefix("POST / "))
        #expect(third.hasSuffix("\r\n\r\nbody"))
        #expect(try await again.get().isReused == false)
        await client.close()
    }
}
