/// When a request that failed is sent again: pure, without clock or randomness of its own.
public struct RetryPolicy: Hashable, Sendable {
    /// What is to be done after a failure.
    public enum Decision: Hashable, Sendable {
        /// Wait so many milliseconds, and send it again.
        case wait(Int64)
        /// Tell the caller.
        case giveUp
    }

    /// How a request failed, as far as sending it again is concerned.
    public struct Failure: Hashable, Sendable {
        /// Whether the same request may succeed later.
        public var isRetryable: Bool
        /// Whether it may have been carried out all the same.
        public var isUncertain: Bool
        /// When to come again, as the server says, in milliseconds since 1970.
        public var retryAfter: Int64?

        /// Describes a failure.
        public init(isRetryable: Bool, isUncertain: Bool = false, retryAfter: Int64? = nil) {
            self.isRetryable = isRetryable
            self.isUncertain = isUncertain
            self.retryAfter = retryAfter
        }
    }

    /// How often a request is sent at most.
    public var maximumAttempts: Int
    /// What the first pause can be at most, in milliseconds; each later one can be twice as long.
    public var firstPause: Int64
    /// What a pause can be at most, in milliseconds, where the server names no time.
    public var longestPause: Int64
    /// How long one request may wait in all, in milliseconds.
    public var budget: Int64

    /// Makes a policy: four attempts, half a second at first, a minute in all where nothing else is said.
    public init(
        maximumAttempts: Int = 4, firstPause: Int64 = 500, longestPause: Int64 = 20_000, budget: Int64 = 60_000
    ) {
        self.maximumAttempts = min(max(maximumAttempts, 1), 100)
        self.firstPause = min(max(firstPause, 1), 3_600_000)
        self.longestPause = min(max(longestPause, 1), 86_400_000)
        self.budget = min(max(budget, 0), 86_400_000)
    }

    /// Sends everything once.
    public static let never = RetryPolicy(maximumAttempts: 1)

    /// Decides after a failure.
    ///
    /// Pauses are random between half and all of what the attempt allows, so that clients that failed together do not
    /// come again together. A time that the server names is kept to, with a little added for the same reason.
    ///
    /// - Parameters:
    ///   - failure: How it failed.
    ///   - attempt: How often it was sent, from 1.
    ///   - isRepeatable: Whether it may be sent again when nobody knows if it was carried out.
    ///   - waited: How long it has waited so far, in milliseconds.
    ///   - now: The present, in milliseconds since 1970.
    ///   - random: Any number.
    /// - Returns: What to do.
    public func decide(
        _ failure: Failure, attempt: Int, isRepeatable: Bool, waited: Int64, now: Int64, random: UInt64
    ) -> Decision {
        guard failure.isRetryable, attempt < maximumAttempts, isRepeatable || !failure.isUncertain else {
            return .giveUp
        }
        let pause: Int64
        if let retryAfter = failure.retryAfter {
            let (wait, overflow) = retryAfter.subtractingReportingOverflow(now)
            guard !overflow, wait <= budget else { return .giveUp }
            pause = max(wait, 0) + Int64(random % 250)
        } else {
            let doublings = min(max(attempt - 1, 0), 16)
            let most = max(min(firstPause << doublings, longestPause), 1)
            pause = most - Int64(random % UInt64(most / 2 + 1))
        }
        let (sum, overflow) = waited.addingReportingOverflow(pause)
        return overflow || sum > budget ? .giveUp : .wait(pause)
    }
}
