import SimulatorService
import Testing

@Suite("Rate limits of the simulated Server API")
struct RateLimiterTests {
    @Test("Requests past the limit are told when the next window begins")
    func limit() {
        var limiter = RateLimiter(limits: ["a": .init(requests: 2, window: 1000)])
        #expect(limiter.refuse("a", now: 5100) == nil)
        #expect(limiter.refuse("a", now: 5200) == nil)
        #expect(limiter.refuse("a", now: 5300) == 6000)
        #expect(limiter.refuse("b", now: 5300) == nil)
        #expect(limiter.refuse("a", now: 6000) == nil)
    }

    @Test("A limit can be set and lifted")
    func change() {
        var limiter = RateLimiter()
        limiter.setLimit(.init(requests: 0), of: "a")
        #expect(limiter.refuse("a", now: 1) == 3_600_000)
        limiter.setLimit(nil, of: "a")
        #expect(limiter.refuse("a", now: 1) == nil)
    }
}
