/// Which deliveries to list, the newest first.
package struct DeliveryQuery: Hashable, Sendable {
    /// Only those to this target.
    package var target: String?
    /// Only those that stand so.
    package var state: DeliveryState?
    /// Only those of this event.
    package var eventId: String?
    /// Only those with a smaller number.
    package var before: Int64?
    /// The greatest number of them.
    package var limit: Int

    /// Asks for a page.
    package init(
        target: String? = nil, state: DeliveryState? = nil, eventId: String? = nil, before: Int64? = nil, limit: Int
    ) {
        self.target = target
        self.state = state
        self.eventId = eventId
        self.before = before
        self.limit = limit
    }
}

/// Which deliveries to put in the queue once more.
package enum DeliverySelection: Hashable, Sendable {
    /// The one with this number, however it stands.
    case one(Int64)
    /// Those to a target that were given up, of events written at this time or later, in milliseconds since 1970.
    case failed(target: String, since: Int64)
}
