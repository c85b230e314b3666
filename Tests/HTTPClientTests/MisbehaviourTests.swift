internal import HTTPClient
internal import TestSupport
internal import Testing

@Suite("HTTP client: slow and rude senders", .timeLimit(.minutes(10)))
struct MisbehaviourTests {
    @Test("A paced body arrives whole")
    func paced() async throws {
        let client = try makeClient()
        let listener = try LoopbackListener()
        var request = patientRequest("POST", "http://127.0.0.1:\(listener.port)/", body: Array("slow body".utf8))
        request.pace = BodyPace(bytes: 2, interval: 1)
        async let received = blocking {
            let peer = try listener.accept()
            var text = try peer.receiveHead()
            while !text.hasSuffix("body") { text += String(decoding: try peer.receive(count: 1), as: UTF8.self) }
            peer.send("HTTP/1.1 204 No Content\r\n\r\n")
            return text
        }
        #expect(try await client.send(request).status == 204)
        #expect(try await received.hasSuffix("\r\n\r\nslow body"))
        await client.close()
    }

    @Test("Between two pieces of a paced body nothing is sent")
    func pieces() async throws {
        let client = try makeClient()
        let listener = try LoopbackListener()
        var request = patientRequest("POST", "http://127.0.0.1:\(listener.port)/", body: Array("slow body".utf8))
        // The second piece is due in a day.
        request.pace = BodyPace(bytes: 4, interval: 86_400_000)
        let task = Task { [request] in await client.failure(request) }
        let peer = try await blocking { try listener.accept() }
        let start = try await blocking {
            var text = try peer.receiveHead()
            while !text.hasSuffix("slow") { text += String(decoding: try peer.receive(count: 1), as: UTF8.self) }
            return text
        }
        #expect(start.hasSuffix("\r\n\r\nslow"))
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(try await blocking { try peer.receiveAll() } == [])
        await client.close()
    }

    @Test("A paced body does not outlast the time for the whole")
    func pacedTimeout() async throws {
        let client = try makeClient()
        let listener = try LoopbackListener()
        var request = patientRequest("POST", "http://127.0.0.1:\(listener.port)/", body: Array("slow body".utf8))
        request.pace = BodyPace(bytes: 4, interval: 86_400_000)
        let exchange = HTTPClientError.timedOut(.exchange)
        #expect(await client.failure(request, reaching: exchange, within: \.totalTimeout) == exchange)
        await client.close()
    }

    @Test("A sender that disconnects has sent everything, and waits for nothing", arguments: ["", "body"])
    func disconnects(_ body: String) async throws {
        let client = try makeClient()
        let listener = try LoopbackListener()
        var request = patientRequest(body.isEmpty ? "GET" : "POST", "http://127.0.0.1:\(listener.port)/")
        request.body = Array(body.utf8)
        request.disconnectsAfterSending = true
        #expect(await client.failure(request) == .disconnected)
        let received = try await blocking { try listener.accept().receiveAll() }
        #expect(String(decoding: received, as: UTF8.self).hasSuffix("\r\n\r\n" + body))
        await client.close()
    }

    @Test("Slow and rude go together")
    func both() async throws {
        let client = try makeClient()
        let listener = try LoopbackListener()
        var request = patientRequest("POST", "http://127.0.0.1:\(listener.port)/", body: Array("slow body".utf8))
        request.pace = BodyPace(bytes: 4, interval: 1)
        request.disconnectsAfterSending = true
        #expect(await client.failure(request) == .disconnected)
        let received = try await blocking { try listener.accept().receiveAll() }
        #expect(String(decoding: received, as: UTF8.self).hasSuffix("\r\n\r\nslow body"))
        await client.close()
    }
}
