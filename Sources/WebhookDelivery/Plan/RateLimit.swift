/// Lets no more than a number of messages begin in any second.
package struct RateLimit: Hashable, Sendable {
    private let maximum: Int?
    /// When the last ones began, the oldest first; no more than the maximum.
    private var starts: [Int64] = []

    /// Without a number there is no limit.
    package init(maximumPerSecond: Int?) { maximum = maximumPerSecond.map { max($0, 1) } }

    /// How many messages may begin now.
    package mutating func room(now: Int64) -> Int {
        guard let maximum else { return .max }
        starts.removeAll { $0 <= now - 1000 }
        return max(maximum - starts.count, 0)
    }

    /// Notes that a message begins.
    package mutating func note(at now: Int64) {
        if maximum != nil { starts.append(now) }
    }

    /// When there will be room, in milliseconds since 1970.
    package var nextRoom: Int64? { starts.first.map { $0.saturatingAdding(1000) } }
}
