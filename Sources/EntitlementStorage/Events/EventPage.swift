/// A page of events.
package struct EventPage: Hashable, Sendable {
    /// The events, in their order.
    package var events: [OutgoingEvent]
    /// The sequence number to go on after: everything up to it was looked at, whether it fitted the filters or not.
    package var last: Int64
    /// The greatest sequence number of an event that was forgotten; 0 when none was.
    ///
    /// Who goes on after a smaller number may have missed some.
    package var horizon: Int64

    /// Puts a page together.
    package init(events: [OutgoingEvent], last: Int64, horizon: Int64 = 0) {
        self.events = events
        self.last = last
        self.horizon = horizon
    }
}
