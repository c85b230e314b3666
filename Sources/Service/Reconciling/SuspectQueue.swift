internal import Entitlements

/// Lines that wait to be compared, each once and not before its time, up to a bound.
struct SuspectQueue: Sendable {
    /// One line that waits.
    struct Suspect: Hashable, Sendable {
        var line: LineIdentity
        var reason: CheckReason
        /// Not before this time, in milliseconds since 1970.
        var due: Int64
    }

    /// How many wait at most; what comes then is left to the samples.
    static let limit = 10_000

    private var suspects: [LineIdentity: Suspect] = [:]

    var count: Int { suspects.count }

    /// Takes a line; one that waits already goes on to wait for its first reason.
    ///
    /// - Returns: Whether there was room for it.
    @discardableResult mutating func add(_ suspect: Suspect) -> Bool {
        guard suspects[suspect.line] == nil else { return true }
        guard suspects.count < SuspectQueue.limit else { return false }
        suspects[suspect.line] = suspect
        return true
    }

    /// Hands over those whose time has come, the longest due first.
    mutating func take(_ count: Int, at now: Int64) -> [Suspect] {
        let due = suspects.values.filter { $0.due <= now }
            .sorted { ($0.due, $0.line) < ($1.due, $1.line) }.prefix(max(count, 0))
        for suspect in due { suspects[suspect.line] = nil }
        return Array(due)
    }
}
