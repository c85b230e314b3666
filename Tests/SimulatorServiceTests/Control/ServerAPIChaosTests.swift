import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("Answers of the Server API that go wrong at random")
struct ServerAPIChaosTests {
    @Test("The same seed draws the same, about as often as the chances say")
    func draws() {
        var chaos = ServerAPIChaos(seed: 7)
        chaos.error = 0.1
        chaos.limit = 0.2
        chaos.slow = 0.3
        chaos.longestDelay = 500
        var (one, other) = (SeededNumbers(seed: 7), SeededNumbers(seed: 7))
        var counts: [ServerAPIChaos.Fate: Int] = [:]
        var late = 0
        for _ in 0..<10_000 {
            let (drawn, again) = (chaos.draw(&one), chaos.draw(&other))
            #expect(drawn == again && (0..<500).contains(drawn.delay))
            counts[drawn.fate, default: 0] += 1
            if drawn.delay > 0 { late += 1 }
        }
        #expect((800...1200).contains(counts[.error] ?? 0) && (1700...2300).contains(counts[.limited] ?? 0))
        #expect((2700...3300).contains(late))
        // Without lateness the same requests are hit.
        chaos.slow = 0
        var third = SeededNumbers(seed: 7)
        var quiet: [ServerAPIChaos.Fate: Int] = [:]
        for _ in 0..<10_000 { quiet[chaos.draw(&third).fate, default: 0] += 1 }
        #expect(quiet == counts)
    }

    @Test("It is set and taken back, and only real limits count as exceeded")
    func control() async throws {
        let sample = try SampleStore()
        let path = "/inApps/v1/transactions/\(try sample.buy("coins"))"
        let set = try await sample.control("PUT", "server-api-chaos", ["error": 1, "longestDelay": 0])
        #expect(set["chaos"]?["error"]?.number?.text == "1.0" && set["chaos"]?["seed"]?.int == 1)
        #expect(try await sample.send("GET", path).errorCode == 5_000_001)
        try await sample.control("PUT", "server-api-chaos", ["limit": 1, "slow": 1, "longestDelay": 0])
        let limited = try await sample.send("GET", path)
        #expect(limited.errorCode == 4_290_000 && limited.status == 429)
        try await sample.control("PUT", "rate-limits/transactionInfo", ["requests": 0])
        #expect(try await sample.send("GET", path).status == 429)
        let listed = try await sample.control("GET", "endpoints")
        let endpoint = try #require(listed["endpoints"]?.all.first { $0["name"]?.string == "transactionInfo" })
        #expect(endpoint["requests"]?.int == 3 && endpoint["requestsAboveLimit"]?.int == 1)
        #expect(listed["chaos"]?["limit"]?.number?.text == "1.0")
        try await sample.control("PUT", "server-api-chaos", [:])
        _ = try await sample.send("DELETE", "/control/v1/rate-limits/transactionInfo")
        #expect(try await sample.send("GET", path).status == 200)
        for wrong in [["error": 2], ["slow": "1"], ["seed": -1], ["longestDelay": 700_000], ["drop": 1]] as [JSONValue]
        {
            #expect(try await sample.send("PUT", "/control/v1/server-api-chaos", wrong).status == 400)
        }
        try await sample.control("PUT", "server-api-chaos", ["error": 1])
        try await sample.control("POST", "reset")
        #expect(sample.store.chaos == nil)
    }
}
