internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import NotificationProcessing

/// Shows what was counted, for Prometheus.
struct MetricsReport: Endpoint {
    static let operation = Operation(method: "GET", path: "/metrics", statuses: [200])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let text = MetricsReport.text(
            parts.metrics.current, queue: await parts.processor.statistics, store: try? await parts.store.counts(),
            targets: await targets(), revocation: await parts.processor.revocation?.statistics, now: parts.now(),
            uptime: parts.now() - parts.startedAt, version: parts.version)
        return HTTPResponse(
            status: 200, headers: [("Content-Type", MetricsText.contentType)], body: Array(text.utf8))
    }

    /// All metrics; those of the store are missing when it does not answer.
    static func text(
        _ counts: ServiceMetrics.Counts, queue: CommitStatistics, store: StoreCounts?, targets: [TargetCounts],
        revocation: RevocationStatistics? = nil, now: Int64, uptime: Int64, version: String
    ) -> String {
        var text = MetricsText()
        text.add(
            "storekeeper_build_info", "gauge", "The version that runs.", [([("version", version)], "1")])
        text.add(
            "storekeeper_uptime_seconds", "gauge", "Time since the start.", [([], MetricsText.seconds(uptime))])
        text.add(
            "storekeeper_notifications_total", "counter", "Notifications by outcome.", by: "outcome",
            MetricsReport.everyOutcome(counts.notifications))
        text.add(
            "storekeeper_transactions_total", "counter", "Transactions brought by clients, by outcome.", by: "outcome",
            counts.transactions)
        text.add(
            "storekeeper_unavailable_total", "counter", "Deliveries that were told to come again.", counts.unavailable)
        text.add(
            "storekeeper_failures_total", "counter",
            "Deliveries that were rejected, quarantined or could not be judged, by check.",
            by: "code", counts.failures)
        text.add(
            "storekeeper_notification_lag_seconds", "Time from signing to arrival of new notifications.", counts.lag)
        text.add(
            "storekeeper_status_differences_total", "counter",
            "Times that Apple's status and the answer for its instant differed, seen while answering.",
            counts.statusDifferences.map { ($0.key.status, $0.key.state.rawValue, $0.value) }.sorted { $0 < $1 }.map {
                ([("status", String($0)), ("state", $1)], String($2))
            })
        text.add("storekeeper_queue_depth", "gauge", "Deliveries that wait for the store.", queue.waiting)
        text.add("storekeeper_commit_groups_total", "counter", "Transactions of the store.", queue.groups)
        text.add(
            "storekeeper_commit_deliveries_total", "counter", "Deliveries committed in them.", queue.submissions)
        add(store, to: &text)
        add(revocation, to: &text)
        add(counts.reconcile, to: &text)
        add(targets, counts.attempts, now: now, to: &text)
        text.add(
            "storekeeper_http_responses_total", "counter", "Answers by listener and status.",
            Listener.allCases.flatMap { listener in
                (counts.responses[listener] ?? [:]).sorted { $0.key < $1.key }.map {
                    ([("listener", listener.rawValue), ("status", String($0.key))], String($0.value))
                }
            })
        text.add(
            "storekeeper_http_complaints_total", "counter", "Complaints of the HTTP library.", counts.complaints)
        return text.text
    }

    private static func add(_ store: StoreCounts?, to text: inout MetricsText) {
        text.add("storekeeper_store_up", "gauge", "Whether the store answers.", store == nil ? 0 : 1)
        guard let store else { return }
        let rows = Dictionary(uniqueKeysWithValues: store.notifications.map { ($0.key.rawValue, $0.value) })
        text.add(
            "storekeeper_store_notifications", "gauge", "Notifications and rejected inputs that are kept, by outcome.",
            by: "outcome", rows)
        text.add(
            "storekeeper_store_rejected_bytes", "gauge", "Bytes of rejected inputs that are kept.", store.rejectedBytes)
    }

    /// Every outcome, those that never happened too, so that rates can be formed from the start.
    private static func everyOutcome(_ counts: [String: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: ProcessingOutcome.allCases.map { ($0.rawValue, 0) })
            .merging(counts) { $1 }
    }
}
