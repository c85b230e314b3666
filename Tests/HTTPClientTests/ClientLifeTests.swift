internal import HTTPClient
internal import HTTPServing
internal import TestSupport
internal import Testing

@Suite("HTTP client: cancellation, turns and the end", .timeLimit(.minutes(10)))
struct ClientLifeTests {
    let gate = Gate()
    let server: HTTPServer

    init() throws {
        server = try startServer { [gate] _ in
            await gate.pass()
            return .text("fine")
        }
    }

    private var request: ClientRequest { patientRequest("GET", "http://\(server.boundAddress)/") }

    private func end() async {
        await gate.open()
        await server.stop()
    }

    @Test("Cancelling the task ends the transfer, and the client goes on")
    func cancel() async throws {
        let client = try makeClient()
        let task = Task { [request] in await client.failure(request) }
        await gate.arrivals(1)
        task.cancel()
        #expect(await task.value == .cancelled)
        await gate.open()
        #expect(try await client.send(request).status == 200)
        await client.close()
        await end()
    }

    @Test("A request of a cancelled task is not sent")
    func cancelledBefore() async throws {
        let listener = try LoopbackListener()
        let client = try makeClient { $0.addresses = .judge { _ in false } }
        let request = patientRequest("GET", "http://127.0.0.1:\(listener.port)/")
        await withTaskGroup(of: HTTPClientError?.self) { group in
            group.cancelAll()
            group.addTask { await client.failure(request) }
            #expect(await group.next() == .cancelled)
        }
        await client.close()
        await end()
    }

    @Test("What waits for its turn can be cancelled, and the rest has its turn in order")
    func turns() async throws {
        let client = try makeClient { $0.maximumTransfers = 1 }
        let first = Task { [request] in await client.outcome(request) }
        await gate.arrivals(1)
        let second = Task { [request] in await client.failure(request) }
        let third = Task { [request] in await client.outcome(request) }
        second.cancel()
        #expect(await second.value == .cancelled)
        #expect(server.requestsInFlight == 1)
        await gate.open()
        #expect(try await first.value.get().status == 200)
        #expect(try await third.value.get().isReused)
        await client.close()
        await end()
    }

    @Test("Closing shuts down what runs and what waits, closes the connections, and lets nothing more begin")
    func close() async throws {
        let client = try makeClient { $0.maximumTransfers = 3 }
        let tasks = (0..<8).map { _ in Task { [request] in await client.failure(request) } }
        await gate.arrivals(3)
        async let other: Void = client.close()
        await client.close()
        await other
        for task in tasks { #expect(await task.value == .shutDown) }
        #expect(await client.failure(request) == .shutDown)
        await client.close()
        await end()
    }

    @Test("Closing closes idle connections")
    func closesIdle() async throws {
        let client = try makeClient()
        let listener = try LoopbackListener()
        async let rest = blocking {
            let peer = try listener.accept()
            _ = try peer.receiveHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            return try peer.receiveAll()
        }
        _ = try await client.send(patientRequest("GET", "http://127.0.0.1:\(listener.port)/"))
        await client.close()
        // Held on to here, so that it is not its end that closes them.
        #expect(await client.failure(request) == .shutDown)
        #expect(try await rest == [])
        await end()
    }

    @Test("A client that is gone without a close leaves no connection behind")
    func gone() async throws {
        let listener = try LoopbackListener()
        async let rest = blocking {
            let peer = try listener.accept()
            _ = try peer.receiveHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            return try peer.receiveAll()
        }
        _ = try await makeClient().send(patientRequest("GET", "http://127.0.0.1:\(listener.port)/"))
        #expect(try await rest == [])
        await end()
    }
}
