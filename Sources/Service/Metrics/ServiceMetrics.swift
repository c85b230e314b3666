internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import Synchronization
internal import WebhookDelivery

/// Counts what happens; read by `/metrics` and at the end.
final class ServiceMetrics: Sendable {
    /// What was counted so far.
    struct Counts: Sendable {
        /// Notifications by outcome.
        var notifications: [String: Int] = [:]
        /// Clients' transactions by outcome.
        var transactions: [String: Int] = [:]
        /// Deliveries that were told to come again.
        var unavailable = 0
        /// Failures by code, of deliveries that were rejected, quarantined, or could not be judged.
        var failures: [String: Int] = [:]
        /// Answers by listener and status.
        var responses: [Listener: [Int: Int]] = [:]
        /// Requests to the public listener that were refused before anything was made of them.
        var refused = 0
        /// Complaints of the HTTP library.
        var complaints = 0
        /// Differences between Apple's status and the answer, seen while answering.
        var statusDifferences: [StatusDifference: Int] = [:]
        /// Messages to targets by what came of them.
        var attempts: [String: [String: Int]] = [:]
        /// What came of comparing lines with the App Store.
        var reconcile = ReconcileCounts()
        /// The time from signing to arrival.
        var lag = LagHistogram()
    }

    private let counts = Mutex(Counts())

    /// The counts at this moment.
    var current: Counts { counts.withLock { $0 } }

    /// Counts a delivery.
    func note(_ report: ProcessingReport, isFromClient: Bool, at now: Int64) {
        counts.withLock { counts in
            guard let outcome = report.outcome?.rawValue else {
                counts.unavailable += 1
                if report.storeError == nil, let code = report.failure?.code.rawValue {
                    counts.failures[code, default: 0] += 1
                }
                return
            }
            if isFromClient {
                counts.transactions[outcome, default: 0] += 1
            } else {
                counts.notifications[outcome, default: 0] += 1
            }
            // What arrives again says nothing about how fast it came.
            let isNew = report.outcome != .duplicate && report.outcome != .rejected
            if !isFromClient, isNew, let signedDate = report.summary.signedDate { counts.lag.add(now - signedDate) }
            if let code = report.failure?.code.rawValue { counts.failures[code, default: 0] += 1 }
        }
    }

    /// Counts an answer.
    func noteResponse(_ listener: Listener, status: Int) {
        counts.withLock { $0.responses[listener, default: [:]][status, default: 0] += 1 }
    }

    /// Counts a refusal.
    func noteRefusal() { counts.withLock { $0.refused += 1 } }

    /// Counts lines whose status says something else than the answer for its own instant.
    func note(_ differences: [StatusDifference]) {
        guard !differences.isEmpty else { return }
        counts.withLock { counts in
            for difference in differences { counts.statusDifferences[difference, default: 0] += 1 }
        }
    }

    /// Counts what came of comparing lines with the App Store.
    func note(_ more: ReconcileCounts) { counts.withLock { $0.reconcile.add(more) } }

    /// Counts a message to a target.
    func note(_ attempt: AttemptNotice) {
        counts.withLock { $0.attempts[attempt.record.target, default: [:]][attempt.outcome.word, default: 0] += 1 }
    }

    /// Counts a complaint of the HTTP library; its text may quote a client and is not kept.
    func noteComplaint() { counts.withLock { $0.complaints += 1 } }
}
