package import EntitlementStorage

/// Bodies that were judged, in their order, and wait to be committed together.
package struct PreparedBatch: Sendable {
    let deliveries: [JudgedDelivery]

    /// What the store is to keep, in the order of the bodies.
    package var submissions: [Submission] { deliveries.map(\.submission) }
}
