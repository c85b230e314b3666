/// Counts requests by endpoint and refuses those above a limit, in fixed windows of real time.
///
/// Source: Apple, "Identifying rate limits": limits are given per second and enforced by the hour.
package struct RateLimiter: Sendable {
    /// A limit: so many requests in each window.
    package struct Limit: Hashable, Sendable {
        /// How many requests are answered in a window.
        package var requests: Int
        /// How long a window is, in milliseconds.
        package var window: Int64

        /// Sets a limit.
        package init(requests: Int, window: Int64 = 3_600_000) {
            self.requests = requests
            self.window = window
        }
    }

    private struct Count {
        var window: Int64
        var requests: Int
    }

    /// The limits in force, by the names of the endpoints.
    package private(set) var limits: [String: Limit]
    private var counts: [String: Count] = [:]

    /// Limits endpoints by name; those without a limit are not counted.
    package init(limits: [String: Limit] = [:]) { self.limits = limits }

    /// Sets or removes the limit of one endpoint, and starts counting anew.
    package mutating func setLimit(_ limit: Limit?, of endpoint: String) {
        limits[endpoint] = limit
        counts[endpoint] = nil
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint's name.
    ///   - now: Real time, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: When to come again, in the same unit, if the limit is exceeded; nil when the request may go on.
    package mutating func refuse(_ endpoint: String, now: Int64) -> Int64? {
        guard let limit = limits[endpoint], limit.window > 0 else { return nil }
        let window = now / limit.window
        var count = counts[endpoint] ?? Count(window: window, requests: 0)
        if count.window != window { count = Count(window: window, requests: 0) }
        guard count.requests < limit.requests else { return (window + 1) * limit.window }
        count.requests += 1
        counts[endpoint] = count
        return nil
    }
}
