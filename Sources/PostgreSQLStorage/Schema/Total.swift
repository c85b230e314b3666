internal import Entitlements

/// A number that is kept up to date in every transaction, so that nobody has to count rows.
enum Total: Int16, CaseIterable {
    case applied = 1
    case superseded = 2
    case recorded = 3
    /// Notifications in quarantine that were not verified since.
    case quarantined = 4
    /// Rejected inputs that are kept.
    case rejected = 5
    /// The sum of the lengths of their bodies.
    case rejectedBytes = 6
    /// The greatest date of any version; of its rows the greatest counts, not the sum.
    case greatestDate = 7
    /// The greatest number of an event that was forgotten; of its rows the greatest counts, not the sum.
    case prunedEvents = 8
    /// How many rows of the log were forgotten.
    case prunedNotifications = 9
    /// Signed objects that once came in a notification and were taken without it.
    case looseStatements = 10
}

extension ProcessingOutcome {
    /// The total that counts rows of this outcome.
    var total: Total {
        switch self {
        case .applied: .applied
        case .superseded: .superseded
        case .recorded, .duplicate: .recorded
        case .quarantined: .quarantined
        case .rejected: .rejected
        }
    }
}
