/// A page of events.
package struct EventPage: Hashable, Sendable {
    /// The events, in their order.
    package var events: [OutgoingEvent]
    /// The sequence number to go on after: everything up to it was looked at, whether it fitted the filters or not.
    package var last: Int64

    /// Puts a page together.
    package init(events: [OutgoingEvent], last: Int64) {
        self.events = events
        self.last = last
    }
}
