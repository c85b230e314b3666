/// A number that is kept up to date in every transaction, so that nobody has to count rows.
enum Total: String {
    case applied
    case superseded
    case recorded
    /// Notifications in quarantine that were not verified since.
    case quarantined
    /// Rejected inputs that are kept.
    case rejected
    /// The sum of the lengths of their bodies.
    case rejectedBytes = "rejected-bytes"
    /// The greatest date of any version.
    case greatestDate = "greatest-date"
    /// The greatest number of an event that was forgotten.
    case prunedEvents = "pruned-events"
    /// How many rows of the log were forgotten.
    case prunedNotifications = "pruned-notifications"
    /// Signed objects that once came in a notification and were taken without it.
    case looseStatements = "loose-statements"
}
