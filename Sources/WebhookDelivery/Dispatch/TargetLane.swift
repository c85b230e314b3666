internal import EntitlementStorage
internal import Entitlements

/// Sends one target what it is to get, one step after the other.
///
/// A step settles the attempts that have ended, looks at new events, and begins as many attempts as are allowed. What is
/// decided by values alone (`DeliveryPlan`, `CircuitBreaker`, `RateLimit`) is decided there.
actor TargetLane {
    typealias Store = any EntitlementStore & DeliveryStore

    private let target: WebhookTarget
    private let store: Store
    private let holder: String
    private let settings: DispatchSettings
    private let time: DeliveryTime
    private let sender: MessageSender
    private let observe: @Sendable (DeliveryNotice) -> Void
    private let signal = WakeSignal()

    /// The end of the lease; nil without one.
    private var leaseEnd: Int64?
    /// Up to where events were looked at, beyond the cursor where none of the rest was wanted.
    private var lookedUpTo: Int64 = 0
    private var inFlight: [Int64: PendingDelivery] = [:]
    private var ended: [MessageSender.Ended] = []
    private var tasks: [Int64: Task<Void, Never>] = [:]
    private var rate: RateLimit
    private var nextCleaning: Int64 = .min
    private var isStopping = false
    private var running: Task<Void, Never>?

    init(
        target: WebhookTarget, store: Store, holder: String, settings: DispatchSettings, time: DeliveryTime,
        post: @escaping MessageSender.Post, observe: @escaping @Sendable (DeliveryNotice) -> Void
    ) {
        self.target = target
        self.store = store
        self.holder = holder
        self.settings = settings
        self.time = time
        self.observe = observe
        sender = MessageSender(
            target: target, writer: MessageWriter(store: store), settings: settings, time: time, post: post)
        rate = RateLimit(maximumPerSecond: target.maximumPerSecond)
    }

    // MARK: - Life

    /// Steps again and again until the lane is stopped.
    func start() {
        guard running == nil, !isStopping else { return }
        running = Task { await self.run() }
    }

    /// Says that there may be something new.
    nonisolated func wake() { signal.fire() }

    private func run() async {
        while !isStopping {
            var next: Int64
            do throws(StoreError) {
                next = try await step()
            } catch {
                observe(.failed(target: target.name, error))
                next = time.now() + settings.poll * 5
            }
            guard !isStopping else { return }
            let wait = max(next - time.now(), 0)
            if wait > 0 { await signal.wait { [time] in await time.sleep(wait) } }
        }
    }

    /// Begins nothing more, lets what is on its way end, and gives the lease back.
    func stop() async {
        isStopping = true
        signal.fire()
        await running?.value
        let sending = Array(tasks.values)
        let timer = Task { [time, settings] in
            await time.sleep(settings.patience)
            if !Task.isCancelled { for task in sending { task.cancel() } }
        }
        for task in sending { await task.value }
        timer.cancel()
        do throws(StoreError) {
            try await settle()
            try await store.release(target.name, holder: holder)
        } catch {
            // The lease ends by itself, and what was not written down is sent once more.
            observe(.failed(target: target.name, error))
        }
    }

    /// Waits until nothing is on its way, and tells whether anything was; the next step settles what came of it.
    func waitForAttempts() async -> Bool {
        let hasAttempts = !inFlight.isEmpty
        while let task = tasks.values.first { await task.value }
        return hasAttempts
    }

    // MARK: - A step

    /// Does what can be done now.
    ///
    /// - Returns: When there may be more to do, in milliseconds since 1970; the end of an attempt may come earlier.
    func step() async throws(StoreError) -> Int64 {
        try await settle()
        let now = time.now()
        guard try await holdLease(now), let record = try await store.target(target.name) else {
            return now + settings.poll
        }
        let hasMore = try await look(from: record, now)
        try await clean(now)
        let later = hasMore ? now : now + settings.poll
        guard record.pause == nil else { return later }
        return min(later, try await send(record.health, now))
    }

    private func holdLease(_ now: Int64) async throws(StoreError) -> Bool {
        if let leaseEnd, now < leaseEnd - settings.lease / 2 { return true }
        let end = now + settings.lease
        let isHeld = try await store.lease(target.name, holder: holder, now: now, until: end)
        leaseEnd = isHeld ? end : nil
        return isHeld
    }

    /// Makes deliveries for new events; whether there are more of them.
    private func look(from record: TargetRecord, _ now: Int64) async throws(StoreError) -> Bool {
        let after = max(record.cursor, lookedUpTo)
        let page = try await store.events(EventQuery(after: after, limit: settings.page, types: target.types))
        let wanted = page.events.filter(target.wants).map(\.sequence)
        // Where nothing is wanted the cursor may lag: it only says where another process would go on.
        if !wanted.isEmpty || page.last - record.cursor >= Int64(settings.page) {
            let isDone = try await store.enqueue(
                wanted, for: target.name, holder: holder, from: record.cursor, to: page.last, at: now)
            guard isDone else {
                loseLease()
                return false
            }
        }
        lookedUpTo = page.last
        return page.events.count >= settings.page
    }

    private func loseLease() {
        leaseEnd = nil
        lookedUpTo = 0
    }

    /// Begins attempts; when there may be more to begin.
    private func send(_ health: TargetHealth, _ now: Int64) async throws(StoreError) -> Int64 {
        let allowed =
            switch settings.breaker.state(health, now: now) {
            case .closed: settings.parallelism
            case .probing: 1
            case .open: 0
            }
        guard allowed > 0 else { return health.closedUntil ?? .max }
        let room = allowed - inFlight.count
        // The end of an attempt wakes the lane.
        guard room > 0 else { return .max }
        let pending = try await store.pendingDeliveries(for: target.name, limit: inFlight.count + room + 1)
        var begun = 0
        for delivery in pending where !isBusy(delivery) {
            let due = delivery.record.progress.nextAttempt ?? .max
            guard due <= now else { return due }
            guard begun < room else { return .max }
            guard rate.room(now: now) > 0 else { return rate.nextRoom ?? now }
            rate.note(at: now)
            begin(delivery)
            begun += 1
        }
        return .max
    }

    /// Whether a delivery, or another one of its line, is on its way.
    private func isBusy(_ delivery: PendingDelivery) -> Bool {
        if inFlight[delivery.record.id] != nil { return true }
        guard let line = delivery.record.originalTransactionId else { return false }
        return inFlight.values.contains {
            $0.record.originalTransactionId == line && $0.record.scope == delivery.record.scope
        }
    }

    private func begin(_ delivery: PendingDelivery) {
        let id = delivery.record.id
        inFlight[id] = delivery
        tasks[id] = Task { [sender] in
            let result: Result<MessageSender.Ended?, StoreError>
            do throws(StoreError) {
                result = .success(try await sender.send(delivery))
            } catch {
                result = .failure(error)
            }
            self.end(id, result)
        }
    }

    private func end(_ id: Int64, _ result: Result<MessageSender.Ended?, StoreError>) {
        tasks[id] = nil
        switch result {
        case .success(let attempt?):
            ended.append(attempt)
            signal.fire()
        case .success(nil): inFlight[id] = nil
        case .failure(let error):
            // Asked again at once, a store in trouble would be asked without a pause.
            inFlight[id] = nil
            observe(.failed(target: target.name, error))
        }
    }

    // MARK: - Settling

    private func settle() async throws(StoreError) {
        guard !ended.isEmpty else { return }
        let attempts = ended
        guard let record = try await store.target(target.name) else { return forget(attempts) }
        let now = time.now()
        var report = TargetReport(results: [], health: record.health)
        var notices: [DeliveryNotice] = []
        for item in attempts {
            let outcome = item.outcome
            if outcome.isSuccess, report.health.closedUntil != nil { report.isRecovered = true }
            report.health = settings.breaker.health(report.health, after: outcome, now: now)
            let progress = settings.plan.progress(
                item.pending.record.progress, after: outcome, startedAt: item.attempt.startedAt, now: now,
                random: time.random())
            report.results.append(
                TargetReport.Result(delivery: item.pending.record.id, attempt: item.attempt, progress: progress))
            notices.append(.attempted(Self.notice(item, progress, at: now)))
            if outcome.isGone, report.pause == nil, record.pause == nil {
                let reason = "the receiver answered 410 Gone"
                report.pause = TargetPause(at: now, reason: reason)
                notices.append(.paused(target: target.name, reason: reason))
            }
        }
        let isWritten = try await store.settle(report, for: target.name, holder: holder, at: now)
        forget(attempts)
        guard isWritten else { return loseLease() }
        for notice in notices { observe(notice) }
    }

    private static func notice(
        _ item: MessageSender.Ended, _ progress: DeliveryProgress, at now: Int64
    ) -> AttemptNotice {
        var record = item.pending.record
        record.attempts += 1
        record.changedAt = now
        record.progress = progress
        return AttemptNotice(
            record: record, outcome: item.outcome, startedAt: item.attempt.startedAt, duration: item.attempt.duration)
    }

    private func forget(_ attempts: [MessageSender.Ended]) {
        // More may have ended while these were written.
        ended.removeFirst(attempts.count)
        for item in attempts { inFlight[item.pending.record.id] = nil }
    }

    /// Forgets, every hour, deliveries that were made long ago.
    private func clean(_ now: Int64) async throws(StoreError) {
        guard now >= nextCleaning else { return }
        let limit = 1_000
        let count = try await store.forgetDeliveries(deliveredBefore: now - settings.memory, limit: limit)
        if count < limit { nextCleaning = now + 3_600_000 }
    }
}
