internal import EntitlementStorage
internal import Entitlements
internal import TestSupport
internal import Testing

@testable internal import WebhookDelivery

@Suite("A receiver that closes early", .timeLimit(.minutes(30)))
struct ClosingReceiverTests {
    @Test("Whenever it closes, the message comes again until the receiver says that it took it")
    func closing() async throws {
        // What is sent before the connection is closed; the last one is an answer.
        let parts = [
            "", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive!",
            "nonsense", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        ]
        let listener = try LoopbackListener()
        let dispatch = try TestDispatch(MemoryStore(), clock: TestClock())
        var target = WebhookTarget(
            name: "app", url: try WebhookURL("http://127.0.0.1:\(listener.port)/"),
            secrets: try TestKeys.secrets(TestKeys.one))
        target.allowsPrivateAddresses = true
        target.start = .beginning
        target.types = [.granted]
        async let received = blocking {
            try parts.map { part in
                let peer = try listener.accept()
                let head = try peer.receiveHead()
                peer.send(part)
                return head
            }
        }
        let dispatcher = try await dispatch.dispatcher([target])
        try await dispatch.write(lines: 1, periods: 0..<1)
        try await dispatch.run(dispatcher)
        let heads = try await received
        #expect(heads.count == parts.count)
        #expect(heads.allSatisfy { $0.contains("\r\nwebhook-id: evt_") })
        let attempts = try await dispatch.store.attempts(ofDelivery: 1)
        #expect(
            attempts.map(\.error) == [
                "connection lost before a response", "connection lost before a response",
                "connection lost before a response", "the response ended before its end",
                "the response is not valid http", nil,
            ])
        #expect(try await dispatch.store.delivery(1)?.record.progress.state == .delivered)
        await dispatch.close()
    }
}
