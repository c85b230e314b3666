import HTTPServing
import SimulatorService
import StoreSimulator
import StrictJSON
import TestSupport
import Testing

@Suite("Damaged requests to the simulated Server API")
struct ServerAPIMutationTests {
    @Test("No body and no query leads to anything but an answer of Apple's kind")
    func mutations() async throws {
        let (sample, ids) = try ServerAPIErrorTests.prepared()
        let token = try sample.token()
        var mutator = Mutator(seed: 7)
        let bodies = [
            ServerAPIErrorTests.good, ServerAPIErrorTests.lateWindow, ServerAPIErrorTests.consumption,
            ServerAPIErrorTests.consumptionV1, ServerAPIErrorTests.token,
        ].map { JSONWriter().bytes($0) }
        let texts = ["revision", "startDate", "sort", "status", "paginationToken", "1_0_1_1", "true", "17", ""]
        var statuses: Set<Int> = []
        for round in 0..<2000 {
            // Other tests wait for the same threads, some of them with a clock in their hands.
            if round.isMultiple(of: 20) { await Task.yield() }
            let endpoint = ServerEndpoint.allCases[round % ServerEndpoint.allCases.count]
            var values: [String: String] = [:]
            for name in endpoint.path.names {
                let id = mutator.choice(Array(ids.values.sorted()))
                values[name] =
                    mutator.number(below: 2) == 0
                    ? id : String(decoding: mutator.mutated(Array(id.utf8)), as: UTF8.self)
            }
            var query: [(String, String)] = []
            for _ in 0..<mutator.number(below: 4) {
                query.append(
                    (mutator.choice(texts), String(decoding: mutator.mutated(Array("12345_1".utf8)), as: UTF8.self)))
            }
            let body = mutator.mutated(mutator.choice(bodies), with: mutator.choice(bodies))
            let answer = SampleAnswer(
                sample.store.answer(
                    endpoint, ServiceRequest(values: values, query: query, body: body, authorization: token)))
            statuses.insert(answer.status)
            #expect(answer.status < 500, "\(endpoint)")
            if answer.status >= 400 { #expect(answer.errorCode.map { $0 / 10_000 } == answer.status) }
        }
        #expect(statuses.isSuperset(of: [200, 400, 404]))
    }
}
