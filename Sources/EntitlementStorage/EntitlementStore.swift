package import Entitlements

/// Keeps what was verified, and answers for it.
///
/// What a store holds is a function of the set of verified payloads: order, repetition, splitting into batches and the
/// number of processes play no part. Only outcome words, sequence numbers and times of arrival depend on the order.
package protocol EntitlementStore: Sendable {
    /// How many batches it is worth committing side by side.
    var commitConcurrency: Int { get }

    /// Keeps a batch, all of it or nothing, and tells what became of each submission.
    ///
    /// When this returns the batch is durable. Earlier submissions of a batch count for later ones.
    func commit(_ batch: [Submission]) async throws(StoreError) -> [CommitResult]

    /// Everything that was said about a line; nil when nothing was.
    ///
    /// That is all versions of every transaction id that any version ever placed on the line, and those of its renewal
    /// info and its status.
    func line(_ line: LineIdentity) async throws(StoreError) -> LineRecord?

    /// The lines that a customer's id ever led to, in order.
    ///
    /// The id may be an app account token in either case, an app transaction id, an original transaction id or any
    /// transaction id.
    func lines(ofCustomer id: String, environment: String) async throws(StoreError) -> [LineIdentity]

    /// The lines of one original transaction id, in order; nil looks into every environment.
    func lines(
        originalTransactionId: String, environment: String?
    ) async throws(StoreError) -> [LineIdentity]

    /// A page of lines in order; nil looks into every environment.
    func lines(
        after line: LineIdentity?, environment: String?, limit: Int
    ) async throws(StoreError) -> [LineRecord]

    /// A page of the listing of all versions of all facts in order, those of notifications included.
    func versions(after key: VersionKey?, limit: Int) async throws(StoreError) -> [VersionEntry]

    /// The JWS of each version of a fact, ordered by date and digest; empty for notifications, which the log has.
    func texts(of identity: FactIdentity) async throws(StoreError) -> [VersionText]

    /// The greatest date of any version held; nil when there is none.
    func greatestDate() async throws(StoreError) -> Int64?

    /// A page of the log.
    func notifications(_ query: NotificationQuery) async throws(StoreError) -> [NotificationRecord]

    /// The rows of the log with one UUID, in the order of their sequence numbers.
    func notification(uuid: String) async throws(StoreError) -> [NotificationText]

    /// A page of what was rejected, in the order of arrival.
    func rejected(after sequence: Int64?, limit: Int) async throws(StoreError) -> [RejectedRecord]

    /// A page of the events for those who listen, in the one order that holds for all of them.
    ///
    /// An event once passed by is never followed by one with a smaller number.
    func events(_ query: EventQuery) async throws(StoreError) -> EventPage

    /// The event with an id; nil when there is none, or none any more.
    func event(id: String) async throws(StoreError) -> OutgoingEvent?

    /// The answers for a line as they were told last; nil when nothing was said about the line.
    func projection(of line: LineIdentity) async throws(StoreError) -> LineProjection?

    /// Looks at lines whose answers time alone may have changed by `now`, and writes the events for those that have.
    ///
    /// - Returns: How many lines were looked at; less than `limit` when none is left.
    func sweep(at now: Int64, limit: Int) async throws(StoreError) -> Int

    /// Works out the projections of some lines again, at their own instants, and tells nobody.
    ///
    /// A line that has none gets one that was never told, so that the next look at the clock tells of it.
    func mend(_ lines: [LineIdentity]) async throws(StoreError)

    /// Decides on a subject while nobody else does, and keeps what is decided.
    ///
    /// When this returns the entry is durable. `body` may be asked more than once, of which only the last counts.
    func decide<Answer: Sendable>(
        _ question: LedgerQuestion, _ body: @Sendable (LedgerView) -> LedgerDecision<Answer>
    ) async throws(StoreError) -> Answer

    /// The entries of some subjects; those of each in their order.
    func ledger(of subjects: [LedgerSubject]) async throws(StoreError) -> [LedgerEntry]

    /// The entries of every subject of an environment that any entry links to a customer; those of each in their order.
    func ledger(ofCustomer customer: String, environment: String) async throws(StoreError) -> [LedgerEntry]

    /// A page of the whole ledger, in the order in which its entries were taken.
    func ledger(after sequence: Int64?, limit: Int) async throws(StoreError) -> [LedgerRow]

    /// How much is held.
    func counts() async throws(StoreError) -> StoreCounts

    /// Returns when the store can be read and written now.
    func check() async throws(StoreError)

    /// Lets go of everything; later calls are refused.
    func close() async
}

extension EntitlementStore {
    /// One writer: a second batch would only wait for the first.
    package var commitConcurrency: Int { 1 }
}
