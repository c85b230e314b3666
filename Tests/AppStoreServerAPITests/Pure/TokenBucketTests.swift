import AppStoreServerAPI
import Testing

@Suite("A bucket of tokens")
struct TokenBucketTests {
    @Test("A second's worth goes at once, and the rest at the rate")
    func rate() {
        var bucket = TokenBucket(requestsPerTenSeconds: 500)
        var waits: [Int64?] = []
        for _ in 0..<53 { waits.append(bucket.take(now: 0, waitingAtMost: 100)) }
        #expect(waits.prefix(50).allSatisfy { $0 == 0 })
        #expect(Array(waits.suffix(3)) == [20, 40, 60])
        #expect(bucket.take(now: 60, waitingAtMost: 100) == 20)
    }

    @Test("Ten requests in ten seconds are at most eleven, whenever they come")
    func window() {
        var bucket = TokenBucket(requestsPerTenSeconds: 10)
        var times: [Int64] = []
        for now in stride(from: Int64(0), to: 100_000, by: 137) {
            if let wait = bucket.take(now: now, waitingAtMost: 0) { times.append(now + wait) }
        }
        for start in times { #expect(times.count { (start..<start + 10_000).contains($0) } <= 11) }
        // Every 137 ms one asks: the eighth after a success is the first to come late enough.
        #expect(times.count == 92)
    }

    @Test("Who would wait too long takes no place")
    func tooLong() {
        var bucket = TokenBucket(requestsPerTenSeconds: 1)
        #expect(bucket.take(now: 0, waitingAtMost: 0) == 0)
        #expect(bucket.take(now: 0, waitingAtMost: 9_999) == nil)
        #expect(bucket.take(now: 0, waitingAtMost: 10_000) == 10_000)
        #expect(bucket.wait(now: 0) == 20_000)
    }

    @Test("After a pause that the server asked for requests go on from that moment")
    func pause() {
        var bucket = TokenBucket(requestsPerTenSeconds: 500)
        bucket.pause(until: 5_000, now: 1_000)
        #expect(bucket.take(now: 1_000, waitingAtMost: 10_000) == 4_000)
        #expect(bucket.take(now: 5_000, waitingAtMost: 10_000) == 20)
        bucket.pause(until: .max, now: 5_000)
        #expect(bucket.wait(now: 5_000) == 86_400_000)
        bucket.pause(until: .min, now: .max)
    }

    @Test("A clock that jumps breaks nothing")
    func jumps() {
        var bucket = TokenBucket(requestsPerTenSeconds: 500)
        for now in [0, Int64.max, Int64.min, 0, -5, Int64.max] {
            #expect(bucket.take(now: now, waitingAtMost: 1_000) != nil)
        }
    }
}
