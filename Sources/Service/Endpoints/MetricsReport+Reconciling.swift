extension MetricsReport {
    /// The metrics of comparing with the App Store; none before anything was compared.
    static func add(_ counts: ReconcileCounts, to text: inout MetricsText) {
        guard counts != ReconcileCounts() else { return }
        text.add(
            "storekeeper_reconcile_lines_total", "counter", "Lines that were compared with the App Store, by reason.",
            by: "reason",
            Dictionary(
                uniqueKeysWithValues: CheckReason.allCases.map { ($0.rawValue, counts.checked[$0.rawValue] ?? 0) }))
        text.add(
            "storekeeper_reconcile_differences_total", "counter",
            "Lines of which the App Store's answer and ours differed, by kind.", by: "kind", counts.differences)
        text.add(
            "storekeeper_reconcile_statements_total", "counter", "Statements that were taken, by outcome.",
            by: "outcome", counts.taken)
        text.add(
            "storekeeper_reconcile_unchecked_total", "counter", "Lines that could not be compared.", counts.unchecked)
        text.add(
            "storekeeper_reconcile_refusals_total", "counter", "Signed answers that are not believed.",
            counts.refusals)
        text.add(
            "storekeeper_reconcile_requests_total", "counter", "Requests to the App Store Server API.",
            counts.requests)
    }
}
