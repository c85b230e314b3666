/// A store that can forget old rows of the log, old events and what was rejected long ago.
///
/// What was said of purchases is never forgotten.
package protocol PruningStore: Sendable {
    /// Looks at some rows in their order, and forgets those that are old enough, in one transaction.
    ///
    /// What a target of webhooks still has to get is kept: an event that its cursor has not passed, or whose delivery
    /// waits or was given up, and the notifications that came at the time of such events or later. The notification on
    /// which the store status of a line rests is kept too: the status is signed nowhere else.
    ///
    /// - Parameters:
    ///   - request: What to forget.
    ///   - cursor: The place after which to look.
    ///   - limit: How many rows are looked at.
    ///   - isPlan: Whether rows are only counted.
    /// - Returns: What was found; asked again after its place until there is none, everything was looked at.
    /// - Throws: What the store cannot do.
    func prune(
        _ request: PruneRequest, after cursor: Int64, limit: Int, isPlan: Bool
    ) async throws(StoreError) -> PruneStep
}

/// What is to be forgotten.
package struct PruneRequest: Hashable, Sendable {
    /// A kind of rows.
    package enum Kind: String, Hashable, CaseIterable, Sendable {
        /// Rows of the log, by the date that they were signed.
        case notifications
        /// Events, by the time that they were written.
        case events
        /// What was not verified, by the time that it came.
        case rejected
    }

    /// The kind of rows.
    package var kind: Kind
    /// Only those from before this time, in milliseconds since 1970.
    package var before: Int64

    /// Asks for rows to be forgotten.
    package init(_ kind: Kind, before: Int64) {
        self.kind = kind
        self.before = before
    }
}

/// What one step of forgetting has found.
package struct PruneStep: Hashable, Sendable {
    /// The place of the last row that was looked at; nil when there was none.
    package var last: Int64?
    /// Rows that are forgotten, or would be.
    package var pruned: Int64 = 0
    /// Old rows that are kept because a target still has to get them.
    package var kept: Int64 = 0
    /// Old rows that are kept because the store status of a line rests on them.
    package var statuses: Int64 = 0
    /// The bytes of what the rows say, without their keys and indexes.
    package var bytes: Int64 = 0

    /// A step that has found nothing.
    package init() {}

    /// Takes another step into account.
    package mutating func add(_ step: PruneStep) {
        last = step.last
        pruned += step.pruned
        kept += step.kept
        statuses += step.statuses
        bytes += step.bytes
    }
}
