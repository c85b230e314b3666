internal import Synchronization

/// How many requests may be sent in all, and how many were.
package final class RequestBudget: Sendable {
    /// How many may be sent; `nil` for any number.
    package let limit: Int?
    private let used = Mutex(0)

    /// Grants so many requests.
    package init(limit: Int? = nil) { self.limit = limit }

    /// How many were sent, repetitions included.
    package var sent: Int { used.withLock { $0 } }

    /// How many remain; `nil` for any number.
    package var remaining: Int? { limit.map { max($0 - sent, 0) } }

    /// Takes one request; false when none remains.
    func take() -> Bool {
        used.withLock { used in
            if let limit, used >= limit { return false }
            used += 1
            return true
        }
    }

    /// Counts what an answer took beyond the first attempt.
    func note(attempts: Int) { used.withLock { $0 += max(attempts - 1, 0) } }
}
