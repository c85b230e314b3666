internal import HTTPClient
internal import HTTPServing
internal import TestSupport
internal import Testing

@Suite("HTTP client: requests and responses", .timeLimit(.minutes(10)))
struct WebClientTests {
    @Test("A request arrives as it was given, and the response is handed over whole")
    func exchange() async throws {
        let server = try startServer { request in
            HTTPResponse(
                status: 201,
                headers: [
                    ("X-Method", request.method), ("X-Path", request.path),
                    ("X-Agent", request.header("User-Agent") ?? "none"),
                    ("X-Type", request.header("Content-Type") ?? "none"), ("X-Own", request.header("X-Own") ?? "none"),
                    ("X-Empty", request.header("X-Empty").map { "[\($0)]" } ?? "none"),
                    ("X-Expect", request.header("Expect") ?? "none"),
                ], body: request.body)
        }
        let client = try makeClient()
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        var request = patientRequest(
            "PUT", "http://\(server.boundAddress)/a/b?c#fragment",
            fields: [ClientField("X-Own", " näher "), ClientField("X-Empty", "")], body: body)
        request.maximumBody = body.count
        let response = try await client.send(request)
        #expect(response.status == 201)
        #expect(response.field("x-method") == "PUT")
        #expect(response.field("x-path") == "/a/b")
        #expect(response.field("x-agent") == "test/1")
        #expect(response.field("x-type") == "none")
        #expect(response.field("x-own") == "näher")
        #expect(response.field("x-empty") == "[]")
        #expect(response.field("x-expect") == "none")
        #expect(response.body == body)
        #expect(!response.isCut && !response.isReused)
        #expect(response.peer == PeerAddress(bytes: [127, 0, 0, 1], port: server.boundAddress.port))
        #expect(response.timings.total >= response.timings.connect && response.timings.connect > 0)
        #expect(response.timings.tls == 0)
        await client.close()
        await server.stop()
    }

    @Test("A post without bytes says that it has none, and HEAD has no body", arguments: ["POST", "HEAD", "DELETE"])
    func methods(_ method: String) async throws {
        let client = try makeClient()
        let (outcome, head) = try await ask("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", client: client) {
            $0.method = method
        }
        #expect(try outcome.get().status == 200)
        #expect(head.hasPrefix("\(method) / HTTP/1.1\r\n"))
        #expect(head.contains("Content-Length: 0\r\n") == (method == "POST"))
        await client.close()
    }

    @Test("A connection is kept and used again")
    func reuse() async throws {
        let server = try startServer { _ in .text("fine") }
        let client = try makeClient()
        let request = patientRequest("POST", "http://\(server.boundAddress)/", body: [1])
        let first = try await client.send(request)
        let second = try await client.send(request)
        #expect(!first.isReused && second.isReused)
        #expect(server.openConnections == 1)
        await client.close()
        await server.stop()
    }

    @Test("A body of exactly the bound passes; one byte more is an error, or is cut where that was asked for")
    func bodyBound() async throws {
        let server = try startServer { _ in .text("12345") }
        let client = try makeClient()
        var request = patientRequest("GET", "http://\(server.boundAddress)/")
        request.maximumBody = 5
        #expect(try await client.send(request).body == Array("12345".utf8))
        request.maximumBody = 4
        #expect(await client.failure(request) == .bodyTooLarge(limit: 4))
        request.cutsLongBody = true
        let cut = try await client.send(request)
        #expect(cut.body == Array("1234".utf8) && cut.isCut && cut.status == 200)
        await client.close()
        await server.stop()
    }

    @Test("A head within the bounds passes; more fields or more bytes are refused")
    func headBounds() async throws {
        let client = try makeClient {
            $0.maximumFields = 3
            $0.maximumHeadBytes = 256
        }
        let start = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
        let three = try await ask(start + "A: 1\r\nB: 2\r\n\r\n", client: client).outcome.get()
        #expect(three.fields == [ClientField("Content-Length", "0"), ClientField("A", "1"), ClientField("B", "2")])
        #expect(
            try await ask(start + "A: 1\r\nB: 2\r\nC: 3\r\n\r\n", client: client).outcome == .failure(.headTooLarge))
        func padded(_ count: Int) -> String {
            let fixed = start.utf8.count + "A: \r\n\r\n".utf8.count
            return start + "A: " + String(repeating: "x", count: count - fixed) + "\r\n\r\n"
        }
        #expect(try await ask(padded(256), client: client).outcome.get().status == 200)
        #expect(try await ask(padded(257), client: client).outcome == .failure(.headTooLarge))
        // curl's own bound for one line, which it never hands over.
        #expect(try await ask(padded(200_000), client: client).outcome == .failure(.headTooLarge))
        await client.close()
    }

    @Test("Interim responses are skipped, folded lines joined, and trailers dropped")
    func oddResponses() async throws {
        let client = try makeClient()
        let answer =
            "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nA: one\r\n two\r\nA: three\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n"
        let response = try await ask(answer, client: client).outcome.get()
        #expect(
            response.fields == [
                ClientField("A", "one two"), ClientField("A", "three"), ClientField("Transfer-Encoding", "chunked"),
            ])
        #expect(response.field("a") == "one two")
        #expect(response.body == Array("abc".utf8))
        await client.close()
    }

    @Test("Two hundred requests at once are all answered, each with its own answer")
    func manyAtOnce() async throws {
        let server = try startServer { request in HTTPResponse(status: 200, body: request.body) }
        let client = try makeClient { $0.maximumTransfers = 20 }
        let url = "http://\(server.boundAddress)/"
        let answers = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for index in 0..<200 {
                group.addTask {
                    (index, try await client.send(patientRequest("POST", url, body: Array("\(index)".utf8))).body)
                }
            }
            return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
        }
        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, Array("\($0)".utf8)) }))
        #expect(server.openConnections <= 20)
        await client.close()
        await server.stop()
    }
}
