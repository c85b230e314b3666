internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import Reconciliation

/// Compares lines with the App Store in the background, within a budget, and takes what the store lacks.
///
/// What is signed enters by the door of everything else, with its source. Everything else, such as a line that the App
/// Store does not know, is counted and changes nothing. Its place is kept in memory: after a start it goes on from the
/// present, and the samples come to every line in time.
actor LineWatch {
    /// Milliseconds between two rounds.
    static let interval: Int64 = 30_000
    /// Milliseconds that the App Store is left alone when it refuses everything, or does not answer.
    static let rest: Int64 = 600_000
    /// Lines that one round compares at most for each environment.
    private static let step = 100

    private let parts: ServiceParts
    private let clients: [AppStoreServerAPIClient]
    private let limits: ReconcileLimits
    private var queue = SuspectQueue()
    private var requests: HourlyAllowance
    private var samples: HourlyAllowance
    private var eventPlace: Int64?
    private var quarantinePlace: Int64?
    private var sampled: LineIdentity?
    private var restsUntil: Int64 = .min

    /// - Parameters:
    ///   - parts: What the service works with.
    ///   - clients: One for each environment that is asked.
    ///   - limits: How much may be asked.
    init(parts: ServiceParts, clients: [AppStoreServerAPIClient], limits: ReconcileLimits) {
        self.parts = parts
        self.clients = clients
        self.limits = limits
        requests = HourlyAllowance(perHour: limits.requestsPerHour, at: parts.now())
        samples = HourlyAllowance(perHour: limits.sampleLinesPerHour, at: parts.now())
    }

    /// Goes on, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await round()
            try? await Task.sleep(for: .milliseconds(LineWatch.interval))
        }
    }

    /// Looks once for lines that should be compared, and compares those whose time has come.
    func round() async {
        let now = parts.now()
        requests.refill(at: now)
        samples.refill(at: now)
        var counts = ReconcileCounts()
        do throws(StoreError) {
            for line in parts.handedLines?.takeAll() ?? [] where clients.contains(where: { $0.scope == line.scope }) {
                queue.add(.init(line: line, reason: .receipt, due: now))
            }
            try await gatherFromEvents(now)
            try await gatherFromQuarantine(now)
            if now >= restsUntil { try await compare(now, &counts) }
        } catch {
            parts.log(
                .failed(
                    FailureEvent(at: parts.now(), task: "reconcile", code: error.code, message: error.description)))
        }
        parts.metrics.note(counts)
        guard !counts.checked.isEmpty || counts.unchecked > 0 else { return }
        parts.log(.reconciled(ReconcileEvent(at: parts.now(), counts: counts)))
    }

    // MARK: - Looking for lines

    private func gatherFromEvents(_ now: Int64) async throws(StoreError) {
        guard var place = eventPlace else {
            eventPlace = try await parts.store.lastEvent()
            return
        }
        // What is left is found by the next round.
        for _ in 0..<20 {
            let page = try await parts.store.events(EventQuery(after: place, limit: 500))
            for event in page.events {
                guard let reason = CheckReason(event), let original = event.originalTransactionId else { continue }
                suspect(LineIdentity(scope: event.scope, originalTransactionId: original), reason, at: now)
            }
            place = page.last
            eventPlace = place
            if page.events.isEmpty { return }
        }
    }

    private func gatherFromQuarantine(_ now: Int64) async throws(StoreError) {
        let page = try await parts.store.notifications(
            NotificationQuery(after: quarantinePlace, limit: 100, outcome: .quarantined))
        for row in page where row.resolvedBy == nil {
            let texts = try await parts.store.notification(uuid: row.header.uuid)
            guard let text = texts.first(where: { $0.record.sequence == row.sequence }),
                let original = ClaimedLine.originalTransactionId(inNotification: text.text.payload)
            else { continue }
            suspect(LineIdentity(scope: row.scope, originalTransactionId: original), .quarantined, at: now)
        }
        quarantinePlace = page.last?.sequence ?? quarantinePlace
    }

    private func suspect(_ line: LineIdentity, _ reason: CheckReason, at now: Int64) {
        guard clients.contains(where: { $0.scope == line.scope }) else { return }
        queue.add(.init(line: line, reason: reason, due: now + Int64(limits.settleSeconds) * 1000))
    }

    // MARK: - Comparing

    private func compare(_ now: Int64, _ counts: inout ReconcileCounts) async throws(StoreError) {
        let suspects = queue.take(LineWatch.step, at: now)
        for client in clients {
            let own = suspects.filter { $0.line.scope == client.scope }
            if !own.isEmpty { try await compare(own, by: client, &counts) }
        }
        guard samples.whole > 0, requests.whole > 0, parts.now() >= restsUntil else { return }
        let page = try await parts.store.lines(
            after: sampled, environment: nil, limit: min(samples.whole, LineWatch.step))
        // At the end it begins anew.
        sampled = page.last?.line
        samples.spend(page.count)
        for client in clients {
            let own = page.map(\.line).filter { $0.scope == client.scope }
                .map { SuspectQueue.Suspect(line: $0, reason: .sample, due: now) }
            if !own.isEmpty { try await compare(own, by: client, &counts) }
        }
    }

    private func compare(
        _ suspects: [SuspectQueue.Suspect], by client: AppStoreServerAPIClient, _ counts: inout ReconcileCounts
    ) async throws(StoreError) {
        let budget = RequestBudget(limit: max(requests.whole, 0))
        var reconciler = Reconciler(
            store: parts.store, client: client, budget: budget, configuration: parts.evaluation, width: 4,
            now: parts.now)
        var records: [LineRecord] = []
        var claims: [SuspectQueue.Suspect] = []
        for suspect in suspects.sorted(by: { $0.line < $1.line }) {
            if let record = try await parts.store.line(suspect.line) {
                records.append(record)
            } else {
                claims.append(suspect)
            }
        }
        let reasons = Dictionary(suspects.map { ($0.line, $0) }, uniquingKeysWith: { first, _ in first })
        var open = records.compactMap { reasons[$0.line] } + claims
        do throws(StoreError) {
            if !records.isEmpty {
                let page = try await reconciler.check(records)
                try await settle(page, of: records.compactMap { reasons[$0.line] }, &open, &counts)
            }
            if !claims.isEmpty, open.count == claims.count {
                let page = try await reconciler.check(ids: claims.map(\.line.originalTransactionId))
                try await settle(page, of: claims, &open, &counts)
            }
        } catch {
            finish(budget, open, &counts)
            throw error
        }
        finish(budget, open, &counts)
    }

    /// Takes what a page brought; `open` keeps what it leaves.
    private func settle(
        _ page: ReconciledPage, of suspects: [SuspectQueue.Suspect], _ open: inout [SuspectQueue.Suspect],
        _ counts: inout ReconcileCounts
    ) async throws(StoreError) {
        counts.add(page)
        do throws(FactMerger.Failure) {
            for report in try await FactMerger(processor: parts.processor).merge(page) {
                counts.taken[report.outcome?.rawValue ?? "unavailable", default: 0] += 1
            }
            parts.bell.ring()
        } catch {
            switch error {
            case .store(let error): throw error
            case .postponed(let failure): fail(failure.code.rawValue, failure.message)
            }
            return
        }
        let unchecked = Set(page.unchecked.map(\.id))
        for suspect in suspects.prefix(page.settledCount) where !unchecked.contains(suspect.line.originalTransactionId)
        {
            counts.checked[suspect.reason.rawValue, default: 0] += 1
        }
        open.removeFirst(min(page.settledCount, open.count))
        switch page.ending {
        case .refused(let error): leaveAlone("\(error)")
        case .silence(let error): leaveAlone(error.map { "\($0)" } ?? "the App Store does not answer")
        case .budget, nil: break
        }
    }

    private func finish(
        _ budget: RequestBudget, _ open: [SuspectQueue.Suspect], _ counts: inout ReconcileCounts
    ) {
        requests.spend(budget.sent)
        counts.requests += budget.sent
        for suspect in open where suspect.reason != .sample { queue.add(suspect) }
    }

    private func leaveAlone(_ reason: String) {
        restsUntil = parts.now() + LineWatch.rest
        fail("api.unavailable", reason)
    }

    private func fail(_ code: String, _ message: String) {
        parts.log(.failed(FailureEvent(at: parts.now(), task: "reconcile", code: code, message: message)))
    }
}

extension AppStoreServerAPIClient {
    /// The app and environment that it asks about.
    fileprivate var scope: AppScope {
        AppScope(environment: configuration.environment.rawValue, bundleId: configuration.credentials.bundleId)
    }
}
