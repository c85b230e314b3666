/// Keeps what is on its way to the targets of webhooks; decides nothing.
///
/// Event, delivery and attempt are kept apart: an event is written once, has one delivery for each target that wants it,
/// and a delivery any number of attempts. Of the deliveries of one line to one target that wait, only that of the
/// earliest event has a time at which it may be tried; a change that ends it gives the next one such a time.
///
/// Any number of processes may use one store. What a target gets is sent by the one that holds its lease; writes of
/// others are refused.
package protocol DeliveryStore: Sendable {
    /// Makes a target known; one that is known stays as it is.
    func addTarget(_ name: String, from start: TargetStart) async throws(StoreError)

    /// What is kept about a target; nil when there is none of that name.
    func target(_ name: String) async throws(StoreError) -> TargetRecord?

    /// How much waits for each target, in the order of their names.
    func targetCounts() async throws(StoreError) -> [TargetCounts]

    /// Takes the lease of a target, or keeps it longer.
    ///
    /// - Parameters:
    ///   - target: The name of the target.
    ///   - holder: Names the process that asks.
    ///   - now: The present, in milliseconds since 1970.
    ///   - until: The end of the lease.
    /// - Returns: Whether it is the holder's; false while another's has not ended.
    /// - Throws: What the store cannot do.
    func lease(_ target: String, holder: String, now: Int64, until: Int64) async throws(StoreError) -> Bool

    /// Gives a lease back.
    func release(_ target: String, holder: String) async throws(StoreError)

    /// Makes a delivery for each of some events, and moves the target's cursor.
    ///
    /// - Parameters:
    ///   - events: The places of the events, in order.
    ///   - target: The name of the target.
    ///   - holder: Who holds the lease.
    ///   - previous: The cursor that this went on from.
    ///   - cursor: The place up to which events were looked at.
    ///   - now: The present, in milliseconds since 1970.
    /// - Returns: False, and nothing is done, when the lease is another's or the cursor stands elsewhere.
    /// - Throws: What the store cannot do.
    func enqueue(
        _ events: [Int64], for target: String, holder: String, from previous: Int64, to cursor: Int64, at now: Int64
    ) async throws(StoreError) -> Bool

    /// The deliveries that have a time, the earliest first, whether it has come or not.
    func pendingDeliveries(for target: String, limit: Int) async throws(StoreError) -> [PendingDelivery]

    /// Writes what came of attempts.
    ///
    /// - Returns: False, and nothing is done, when the lease is another's.
    func settle(
        _ report: TargetReport, for target: String, holder: String, at now: Int64
    ) async throws(StoreError) -> Bool

    /// Sends nothing to a target until it is resumed; false when there is none of that name.
    func pause(_ target: String, _ pause: TargetPause) async throws(StoreError) -> Bool

    /// Lets a target be sent to again, all that waits at once; false when there is none of that name.
    func resume(_ target: String, at now: Int64) async throws(StoreError) -> Bool

    /// A page of deliveries.
    func deliveries(_ query: DeliveryQuery) async throws(StoreError) -> [DeliveryRecord]

    /// A delivery with its event; nil when there is none.
    func delivery(_ id: Int64) async throws(StoreError) -> PendingDelivery?

    /// The attempts of a delivery, the first one first.
    func attempts(ofDelivery id: Int64) async throws(StoreError) -> [DeliveryAttempt]

    /// How many deliveries a selection has.
    func count(_ selection: DeliverySelection) async throws(StoreError) -> Int

    /// Puts deliveries in the queue once more, with all their patience; how many.
    func requeue(_ selection: DeliverySelection, at now: Int64) async throws(StoreError) -> Int

    /// Forgets deliveries that were made before a time, with their attempts; how many, `limit` at most.
    func forgetDeliveries(deliveredBefore time: Int64, limit: Int) async throws(StoreError) -> Int
}
