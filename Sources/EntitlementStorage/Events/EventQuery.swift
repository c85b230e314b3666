package import Entitlements

/// Which events to read.
package struct EventQuery: Hashable, Sendable {
    /// The sequence number after which to go on; 0 begins.
    package var after: Int64
    /// The greatest number of events.
    package var limit: Int
    /// Only these types; empty means all.
    package var types: Set<EntitlementEventType>
    /// Only this environment.
    package var environment: String?
    /// Only this app.
    package var bundleId: String?

    /// Asks for a page; without filters for any event.
    package init(
        after: Int64 = 0, limit: Int, types: Set<EntitlementEventType> = [], environment: String? = nil,
        bundleId: String? = nil
    ) {
        self.after = after
        self.limit = limit
        self.types = types
        self.environment = environment
        self.bundleId = bundleId
    }
}

extension EventQuery {
    /// Whether an event fits the filters; its place is not looked at.
    func matches(_ event: OutgoingEvent) -> Bool {
        (types.isEmpty || types.contains(event.type))
            && environment.map { $0.hasSameBytes(as: event.scope.environment) } ?? true
            && bundleId.map { $0.hasSameBytes(as: event.scope.bundleId) } ?? true
    }
}
