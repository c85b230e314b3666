internal import EntitlementStorage
internal import Entitlements

/// What was there before a batch, read under its locks.
struct ExistingRows {
    /// A row of `fact`.
    struct Fact: Hashable {
        /// The greatest version; nil when none is held.
        var stamp: FactStamp?
        /// Where the first version belongs; nil for a notification.
        var root: [UInt8]?
        /// Where later versions belong.
        var others: [[UInt8]] = []
        /// Whether a notification's UUID stands on several payloads.
        var isAmbiguous = false
    }

    /// What tells two JWS of one payload apart.
    struct Text: Hashable {
        var header: Int32?
        var signature: [UInt8]?
    }

    /// The rows of the log with one payload.
    struct Logged: Hashable {
        /// The verified row.
        var verified: Text?
        /// The quarantined row, by whether it was verified later.
        var isQuarantineResolved: Bool?
    }

    /// What is held; the rows that this transaction has just made are not among them.
    var facts: [FactKey: Fact] = [:]
    var versions: [VersionRowKey: Text] = [:]
    var log: [LogKey: Logged] = [:]
    /// How much is kept of what was rejected; only read when the batch adds to it.
    var rejectedRows: Int64 = 0
    var rejectedBytes: Int64 = 0
}
