/// Bodies that were judged, in their order, and wait to be committed together.
package struct PreparedBatch: Sendable {
    let deliveries: [JudgedDelivery]
}
