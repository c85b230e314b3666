import SimulatorService
import StoreSimulator
import Testing

@Suite("Access to the simulated Server API")
struct ServerAPIAccessTests {
    @Test("Without a good token the answer is 401 without a body, and says which check failed")
    func tokens() throws {
        let sample = try SampleStore()
        let id = String(try sample.buy("coins"))
        func answer(_ authorization: String?) -> ServiceAnswer {
            sample.store.answer(
                .transactionInfo, ServiceRequest(values: ["transactionId": id], authorization: authorization))
        }
        #expect(answer(try sample.token()).status == 200)
        let missing = answer(nil)
        #expect(missing.status == 401)
        #expect(missing.body.isEmpty)
        #expect(missing.fields["WWW-Authenticate"]?.contains("the Authorization field is missing") == true)
        #expect(answer("Bearer nonsense").fields["WWW-Authenticate"]?.contains("not a JWS") == true)
    }

    @Test("Tokens are judged by real time; the store's own has no say")
    func realTime() throws {
        let sample = try SampleStore()
        let id = String(try sample.buy("coins"))
        func status(_ token: String) -> Int {
            sample.store.answer(
                .transactionInfo, ServiceRequest(values: ["transactionId": id], authorization: token)
            ).status
        }
        // Of the store's own time.
        #expect(status(try sample.token(now: SampleStore.start / 1000)) == 401)
        let token = try sample.token()
        #expect(status(token) == 200)
        try sample.session.advance(to: SampleStore.start + 1000 * SampleStore.day)
        #expect(status(token) == 200)
    }

    @Test("Above a limit the answer is 429 with a date in milliseconds")
    func limits() throws {
        let sample = try SampleStore()
        let id = String(try sample.buy("coins"))
        sample.store.setLimit(RateLimiter.Limit(requests: 2, window: 1000), of: .transactionInfo)
        for _ in 0..<2 { #expect(try sample.ask(.transactionInfo, [id]).status == 200) }
        let answer = try sample.ask(.transactionInfo, [id])
        #expect(answer.status == 429)
        #expect(answer.errorCode == 4_290_000)
        #expect(answer.fields["Retry-After"] == String(SampleStore.realTime + 1000))
        #expect(try sample.ask(.appTransactionInfo, [id]).status == 200)
        sample.store.setLimit(nil, of: .transactionInfo)
        #expect(try sample.ask(.transactionInfo, [id]).status == 200)
    }
}
