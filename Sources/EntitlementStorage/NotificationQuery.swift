package import Entitlements

/// Which notifications of the log to list.
package struct NotificationQuery: Hashable, Sendable {
    /// The sequence number after which to go on, in the direction of the listing; nil begins.
    package var after: Int64?
    /// The greatest number of rows.
    package var limit: Int
    /// Whether the last to arrive comes first.
    package var isNewestFirst: Bool
    /// Only this environment.
    package var environment: String?
    /// Only this app.
    package var bundleId: String?
    /// Only this `notificationType`.
    package var type: String?
    /// Only this outcome.
    package var outcome: ProcessingOutcome?
    /// Only what was verified and speaks about this line.
    package var line: LineIdentity?

    /// Asks for a page; without filters for any notification.
    package init(
        after: Int64? = nil, limit: Int, isNewestFirst: Bool = false, environment: String? = nil,
        bundleId: String? = nil, type: String? = nil, outcome: ProcessingOutcome? = nil, line: LineIdentity? = nil
    ) {
        self.after = after
        self.limit = limit
        self.isNewestFirst = isNewestFirst
        self.environment = environment
        self.bundleId = bundleId
        self.type = type
        self.outcome = outcome
        self.line = line
    }
}
