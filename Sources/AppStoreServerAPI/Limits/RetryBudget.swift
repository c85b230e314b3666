/// Keeps the retries of all requests together in proportion to the requests: pure.
///
/// When a server is down, retries would multiply what it is asked; so each retry is paid for by ten requests.
struct RetryBudget: Hashable, Sendable {
    /// What a retry costs, in tenths.
    private static let cost = 10
    /// What can be saved up, in tenths: twenty retries.
    private static let capacity = 200

    private var level = RetryBudget.capacity

    /// Notes that a request is sent for the first time.
    mutating func noteRequest() { level = min(level + 1, RetryBudget.capacity) }

    /// Pays for a retry; false when there is nothing left to pay with.
    mutating func payForRetry() -> Bool {
        guard level >= RetryBudget.cost else { return false }
        level -= RetryBudget.cost
        return true
    }
}
