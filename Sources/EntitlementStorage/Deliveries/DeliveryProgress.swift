/// How far a delivery has come, as it was decided after an attempt.
package struct DeliveryProgress: Hashable, Sendable {
    /// Where it stands.
    package var state: DeliveryState
    /// Attempts since it was put in the queue, the last time that it was.
    package var tries: Int
    /// When the first of these began, in milliseconds since 1970; nil before it.
    package var since: Int64?
    /// When it may be tried next; nil when it waits for an earlier event of its line, or for nothing any more.
    package var nextAttempt: Int64?

    /// Puts the parts together.
    package init(state: DeliveryState = .waiting, tries: Int = 0, since: Int64? = nil, nextAttempt: Int64? = nil) {
        self.state = state
        self.tries = tries
        self.since = since
        self.nextAttempt = nextAttempt
    }
}
