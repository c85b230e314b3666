/// Lines were compared with the App Store in the background.
package struct ReconcileEvent: Hashable, Sendable {
    /// When, in milliseconds since 1970.
    package var at: Int64
    /// Lines that were compared.
    package var checked: Int
    /// Lines that could not be compared.
    package var unchecked: Int
    /// Lines that differed, by the kind of difference.
    package var differences: [String: Int]
    /// Statements that were taken and changed what is held.
    package var applied: Int
    /// Requests to the App Store.
    package var requests: Int
}

extension ReconcileEvent {
    init(at now: Int64, counts: ReconcileCounts) {
        self.init(
            at: now, checked: counts.checked.values.reduce(0, +), unchecked: counts.unchecked,
            differences: counts.differences, applied: counts.taken["applied"] ?? 0, requests: counts.requests)
    }
}
