internal import EntitlementStorage
internal import Entitlements

/// What a batch writes: decided before anything of it is sent.
struct BatchWrites {
    /// A new row of `version`.
    struct Version: Hashable {
        var key: VersionRowKey
        var statement: Statement
        var text: SignedText?
        var header: Int32?
        var receivedAt: Int64
        var source: DeliverySource
    }

    /// A new row of `notification`.
    struct Notification: Hashable {
        var key: LogKey
        var header: NotificationHeader
        var outcome: ProcessingOutcome
        var isFlagged: Bool
        var failure: DeliveryFailure?
        var receivedAt: Int64
        var source: DeliverySource
        var text: SignedText
        var textHeader: Int32
        /// What stands inside and is kept as a version.
        var nested: [Nested]
        /// The line that it speaks about, as it is kept.
        var line: [UInt8]?
    }

    /// A signed object inside a notification.
    struct Nested: Hashable {
        var text: SignedText
        var header: Int32
        var version: VersionRowKey
    }

    /// A JWS that takes the place of another of the same payload, if it is the smaller.
    struct Rewrite: Hashable {
        var text: SignedText
        var header: Int32
    }

    var versions: [Version] = []
    /// Facts whose greatest version is another than the row says.
    var held: [FactKey: FactStamp] = [:]
    /// Notifications whose UUID turned out to stand on several payloads.
    var ambiguous: Set<FactKey> = []
    /// Further places of facts that moved.
    var places: [(fact: FactKey, root: [UInt8])] = []
    var customers: Set<CustomerKey> = []
    var notifications: [Notification] = []
    var versionRewrites: [VersionRowKey: Rewrite] = [:]
    var logRewrites: [LogKey: Rewrite] = [:]
    /// Quarantined rows that were verified now.
    var resolved: Set<LogKey> = []
    /// What is wrong with quarantined rows now.
    var failures: [LogKey: DeliveryFailure] = [:]
    var rejected: [RejectedInput] = []
    /// Whether too much of what was rejected is kept.
    var dropsRejections = false
    var totals: [Total: Int64] = [:]
    var greatestDate: Int64?
}
