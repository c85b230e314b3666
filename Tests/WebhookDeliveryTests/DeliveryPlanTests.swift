internal import EntitlementStorage
internal import TestSupport
internal import Testing
internal import WebhookDelivery

@Suite("What is decided about a delivery")
struct DeliveryPlanTests {
    private let plan = DeliveryPlan()
    private static let hour: Int64 = 3_600_000

    @Test("The time between tries doubles up to its bound, and chance takes no more than half of it")
    func delays() {
        let backOff = BackOff()
        for (tries, full) in [
            (1, 5_000), (2, 10_000), (5, 80_000), (13, 20_480_000), (14, 28_800_000), (500, 28_800_000),
        ]
            as [(Int, Int64)]
        {
            #expect(backOff.delay(after: tries, random: 0) == full / 2)
            #expect(backOff.delay(after: tries, random: UInt64(full / 2)) == full)
            #expect((full / 2...full).contains(backOff.delay(after: tries, random: 0xDEAD_BEEF_0123_4567)))
        }
        #expect(backOff.delay(after: 0, random: 0) == 2_500)
        #expect(backOff.delay(after: .max, random: .max) <= backOff.longest)
    }

    @Test("It is tried for three days, the last time at their end, and then given up", arguments: 1...20)
    func patience(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var progress = DeliveryProgress(nextAttempt: 1000)
        var times: [Int64] = []
        while progress.state == .waiting {
            let now = progress.nextAttempt ?? .max
            times.append(now)
            progress = plan.progress(
                progress, after: .unanswered("x"), startedAt: now, now: now, random: generator.next())
        }
        #expect(progress.state == .failed)
        #expect(progress.since == 1000)
        #expect(progress.tries == times.count)
        #expect(times.last == 1000 + 72 * Self.hour)
        #expect((20...36).contains(times.count))
    }

    @Test(
        "Only 2xx is success",
        arguments: [(199, false), (200, true), (204, true), (299, true), (301, false), (400, false), (500, false)])
    func success(_ status: Int, _ isSuccess: Bool) {
        let outcome = AttemptOutcome.answered(status: status, retryAfter: nil)
        let progress = plan.progress(DeliveryProgress(), after: outcome, startedAt: 5, now: 9, random: 0)
        #expect(progress.state == (isSuccess ? .delivered : .waiting))
        let next: Int64? = isSuccess ? nil : 9 + 2_500
        #expect(progress.nextAttempt == next)
        #expect(outcome.word == (isSuccess ? "delivered" : "http_\(status / 100)xx"))
    }

    @Test("A receiver may ask for more time, but not for ever")
    func retryAfter() {
        func next(_ retryAfter: Int64) -> Int64? {
            plan.progress(
                DeliveryProgress(), after: .answered(status: 503, retryAfter: retryAfter), startedAt: 0, now: 0,
                random: 0
            ).nextAttempt
        }
        #expect(next(1) == 2_500)
        #expect(next(60_000) == 60_000)
        #expect(next(.max) == 86_400_000)
    }

    @Test("What was gone waits for somebody to resume; what is not kept any more has failed")
    func ends() {
        let old = DeliveryProgress(state: .waiting, tries: 30, since: 0, nextAttempt: 1)
        let now = 100 * Self.hour
        let gone = plan.progress(
            old, after: .answered(status: 410, retryAfter: nil), startedAt: now, now: now, random: 0)
        #expect(gone == DeliveryProgress(state: .waiting, tries: 31, since: 0, nextAttempt: now))
        let lost = plan.progress(DeliveryProgress(), after: .lost, startedAt: 1, now: 1, random: 0)
        #expect(lost == DeliveryProgress(state: .failed, tries: 1, since: 1))
    }

    @Test("Times at the end of time do not overflow")
    func overflow() {
        let progress = plan.progress(
            DeliveryProgress(), after: .unanswered("x"), startedAt: .max - 1, now: .max - 1, random: .max)
        #expect(progress.nextAttempt == .max)
        let health = CircuitBreaker().health(TargetHealth(failures: .max), after: .unanswered("x"), now: .max)
        #expect(health == TargetHealth(failures: .max, closedUntil: .max))
    }

    @Test("After failures in a row a target is left alone for longer and longer, until one message is taken")
    func breaker() {
        let breaker = CircuitBreaker()
        var health = TargetHealth()
        for failures in 1...9 {
            health = breaker.health(health, after: .unanswered("x"), now: 0)
            #expect(health == TargetHealth(failures: failures))
            #expect(breaker.state(health, now: 0) == .closed)
        }
        var times: [Int64?] = []
        for _ in 1...9 {
            health = breaker.health(health, after: .answered(status: 500, retryAfter: nil), now: 100)
            times.append(health.closedUntil.map { $0 - 100 })
        }
        #expect(times == [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 640_000, 900_000, 900_000])
        #expect(breaker.state(health, now: 900_099) == .open)
        #expect(breaker.state(health, now: 900_100) == .probing)
        #expect(breaker.health(health, after: .lost, now: 900_100) == health)
        health = breaker.health(health, after: .answered(status: 200, retryAfter: nil), now: 900_100)
        #expect(health == TargetHealth())
    }

    @Test("In no second more messages begin than allowed", arguments: 1...10)
    func rate(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let maximum = Int(generator.next() % 20) + 1
        var limit = RateLimit(maximumPerSecond: maximum)
        var now: Int64 = 0
        var starts: [Int64] = []
        for _ in 0..<500 {
            now += Int64(generator.next() % 200)
            for _ in 0..<min(limit.room(now: now), 3) {
                limit.note(at: now)
                starts.append(now)
            }
            if limit.room(now: now) == 0 { now = limit.nextRoom ?? now }
            #expect(limit.room(now: now) > 0)
        }
        for start in starts {
            #expect(starts.count { (start..<start + 1000).contains($0) } <= maximum)
        }
        var free = RateLimit(maximumPerSecond: nil)
        #expect(free.room(now: 0) == .max)
    }
}
