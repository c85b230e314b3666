internal import EntitlementStorage

extension MetricsReport {
    /// What waits for each target; nothing where the store keeps no deliveries, or does not answer.
    func targets() async -> [TargetCounts] {
        guard let store = parts.store as? any DeliveryStore else { return [] }
        return (try? await store.targetCounts()) ?? []
    }

    /// The metrics of webhooks; none without targets.
    static func add(
        _ targets: [TargetCounts], _ attempts: [String: [String: Int]], now: Int64, to text: inout MetricsText
    ) {
        func samples(_ value: (TargetCounts) -> String) -> [(labels: [(String, String)], value: String)] {
            targets.map { ([("target", $0.target.name)], value($0)) }
        }
        text.add(
            "storekeeper_webhook_waiting", "gauge", "Deliveries that are still to be made.",
            samples { String($0.waiting) })
        text.add(
            "storekeeper_webhook_oldest_seconds", "gauge", "How long the oldest of these has waited; 0 without any.",
            samples { MetricsText.seconds($0.oldest.map { max(now, $0) - $0 } ?? 0) })
        text.add(
            "storekeeper_webhook_failed", "gauge", "Deliveries that were given up, and can be recovered.",
            samples { String($0.failed) })
        text.add(
            "storekeeper_webhook_paused", "gauge", "Whether nothing is sent until somebody resumes the target.",
            samples { $0.target.pause == nil ? "0" : "1" })
        text.add(
            "storekeeper_webhook_left_alone", "gauge", "Whether the target failed so often that it is left alone.",
            samples { ($0.target.health.closedUntil.map { $0 > now } ?? false) ? "1" : "0" })
        text.add(
            "storekeeper_webhook_attempts_total", "counter", "Messages that were sent, by what came of them.",
            attempts.sorted { $0.key < $1.key }.flatMap { target, results in
                results.sorted { $0.key < $1.key }.map {
                    ([("target", target), ("result", $0.key)], String($0.value))
                }
            })
    }
}
