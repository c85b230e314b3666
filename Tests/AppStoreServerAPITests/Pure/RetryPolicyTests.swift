import AppStoreServerAPI
import Testing

@Suite("When a request is sent again")
struct RetryPolicyTests {
    private let policy = RetryPolicy()

    private func decide(
        _ failure: RetryPolicy.Failure, attempt: Int = 1, isRepeatable: Bool = true, waited: Int64 = 0,
        now: Int64 = 0, random: UInt64 = 0
    ) -> RetryPolicy.Decision {
        policy.decide(
            failure, attempt: attempt, isRepeatable: isRepeatable, waited: waited, now: now, random: random)
    }

    @Test("Pauses double, and are random between half and all")
    func pauses() {
        let failure = RetryPolicy.Failure(isRetryable: true)
        #expect((1...3).map { decide(failure, attempt: $0) } == [.wait(500), .wait(1000), .wait(2000)])
        #expect((1...3).map { decide(failure, attempt: $0, random: 250) } == [.wait(250), .wait(750), .wait(1750)])
        for random in UInt64(0)..<600 {
            guard case .wait(let pause) = decide(failure, random: random) else {
                Issue.record("it gave up")
                return
            }
            #expect((250...500).contains(pause))
        }
        #expect(decide(failure, attempt: 4) == .giveUp)
    }

    @Test("The server's own time is kept to, a date in milliseconds, within the budget")
    func retryAfter() {
        func after(_ moment: Int64) -> RetryPolicy.Failure { .init(isRetryable: true, retryAfter: moment) }
        #expect(decide(after(5_000), now: 1_000) == .wait(4_000))
        #expect(decide(after(5_000), now: 1_000, random: 249) == .wait(4_249))
        #expect(decide(after(5_000), now: 9_000) == .wait(0))
        #expect(decide(after(61_001), now: 1_000) == .giveUp)
        #expect(decide(after(.max), now: .min) == .giveUp)
    }

    @Test("The budget of one request is what it may wait in all")
    func budget() {
        #expect(decide(.init(isRetryable: true), waited: 59_500) == .wait(500))
        #expect(decide(.init(isRetryable: true), waited: 59_501) == .giveUp)
    }

    @Test("What may have been carried out is not sent again where a second time would count")
    func uncertain() {
        let failure = RetryPolicy.Failure(isRetryable: true, isUncertain: true)
        #expect(decide(failure) == .wait(500))
        #expect(decide(failure, isRepeatable: false) == .giveUp)
        #expect(decide(.init(isRetryable: true), isRepeatable: false) == .wait(500))
        #expect(decide(.init(isRetryable: false)) == .giveUp)
    }

    @Test("Senseless numbers are brought into range")
    func range() {
        let policy = RetryPolicy(maximumAttempts: 0, firstPause: -1, longestPause: -1, budget: -1)
        #expect(policy == RetryPolicy(maximumAttempts: 1, firstPause: 1, longestPause: 1, budget: 0))
        let eager = RetryPolicy(maximumAttempts: .max, firstPause: .max, longestPause: .max, budget: .max)
        #expect(
            eager.decide(
                .init(isRetryable: true), attempt: 99, isRepeatable: true, waited: 0, now: 0, random: .max) != .giveUp)
    }
}
