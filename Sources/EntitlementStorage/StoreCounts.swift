package import Entitlements

/// How much a store holds.
package struct StoreCounts: Hashable, Sendable {
    /// Rows of the log by outcome; of the quarantined those that were not verified since.
    ///
    /// Duplicates leave no row. What was rejected counts while it is kept.
    package var notifications: [ProcessingOutcome: Int64]
    /// The sum of the lengths of the rejected bodies that are kept.
    package var rejectedBytes: Int64
    /// How many rows of the log were forgotten on purpose.
    package var prunedNotifications: Int64
    /// How many signed objects were taken that once came in a notification, but without it.
    package var looseStatements: Int64

    /// Puts counts together.
    package init(
        notifications: [ProcessingOutcome: Int64] = [:], rejectedBytes: Int64 = 0,
        prunedNotifications: Int64 = 0, looseStatements: Int64 = 0
    ) {
        self.notifications = notifications
        self.prunedNotifications = prunedNotifications
        self.looseStatements = looseStatements
        self.rejectedBytes = rejectedBytes
    }
}
