import SimulatorService
import StoreSimulator
import StrictJSON
import TestSupport
import Testing

@Suite("A running simulator")
struct RunningSimulatorTests {
    @Test("It is asked and driven over HTTP, and sends notifications to a server")
    func http() async throws {
        let sample = try SampleStore(connect: DeliveryDesk.post)
        let simulator = try await RunningSimulator.start(sample.store, listen: "127.0.0.1:0")
        func ask(_ method: String, _ path: String, _ headers: [String: String] = [:], _ body: String = "") async throws
            -> LoopbackClient.Answer
        {
            try #require(
                try await LoopbackClient.ask(simulator.address, method, path, headers: headers, body: Array(body.utf8)))
        }
        let json = ["Content-Type": "application/json; charset=utf-8"]
        let buy = #"{"do":"buy","customer":"ann","product":"coins"}"#
        // What a page in a browser can send without asking is refused.
        #expect(try await ask("POST", "/control/v1/actions", ["Content-Type": "text/plain"], buy).status == 415)
        for origin in ["http://example.com", "null", "https://\(simulator.address)", "http://127.0.0.1:1"] {
            let answer = try await ask("POST", "/control/v1/reset", ["Origin": origin])
            #expect(answer.status == 403)
            #expect(answer.json?["code"]?.string == "request.origin")
        }
        let own = try await ask("POST", "/control/v1/reset", ["Origin": "http://\(simulator.address)"])
        #expect((200...204).contains(own.status))
        let bought = try await ask("POST", "/control/v1/actions", json, buy)
        #expect(bought.status == 200)
        let id = try #require(
            bought.json?["events"]?.all.compactMap { $0["transaction"]?["transactionId"]?.string }.first)
        let path = "/inApps/v1/transactions/\(id)"
        let refused = try await ask("GET", path)
        #expect(refused.status == 401)
        #expect(refused.body.isEmpty)
        #expect(refused.fields["www-authenticate"]?.contains("error_description") == true)
        let authorization = ["Authorization": try sample.token()]
        let info = try await ask("GET", path, authorization)
        #expect(info.status == 200)
        #expect(info.fields["content-type"] == "application/json")
        let missing = try await ask("GET", "/inApps/v1/transactions/1", authorization)
        #expect(missing.status == 404)
        #expect(missing.json?["errorCode"]?.int == 4_040_010)
        let history = try await ask(
            "GET", "/inApps/v2/history/\(id)?productId=coins&productId=lamp&sort=ASCENDING", authorization)
        #expect(history.json?["signedTransactions"]?.all.count == 1)
        let described = try await ask("GET", "/openapi.json")
        #expect(described.json?["paths"]?["/inApps/v1/transactions/{transactionId}"] != nil)
        // The simulator itself is a server that takes nothing at this path.
        let delivery = #"{"url":"http://\#(simulator.address)/nothing"}"#
        #expect(try await ask("PUT", "/control/v1/delivery", json, delivery).status == 200)
        let sent = try await ask("POST", "/control/v1/actions", json, buy)
        let results = sent.json?["attempts"]?.all.map { $0["sendAttemptResult"]?.string }
        #expect(results == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE"])
        await simulator.stop()
    }

    @Test("It listens on this machine only", arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.1:80"])
    func loopback(_ address: String) async throws {
        let store = try SampleStore().store
        await #expect(throws: RunningSimulator.Failure.notLoopback(address)) {
            _ = try await RunningSimulator.start(store, listen: address)
        }
        await #expect(throws: RunningSimulator.Failure.self) {
            _ = try await RunningSimulator.start(store, listen: "nowhere")
        }
    }
}
