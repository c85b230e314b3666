public import AppStoreModels

/// Which notification is to be sent when: retries by the App Store's rules, and what chaos makes of them.
///
/// Pure: it is told what was added and how attempts ended, and never looks at a clock.
public struct DeliverySchedule: Sendable {
    /// How long a notification is held back for others at most, in milliseconds.
    static let patience: Int64 = 86_400_000
    /// How many notifications are sent together in a burst.
    static let burstSize = 4

    private let rules: DeliveryRules
    private var fates: DeliveryFates?
    /// By date; of equal dates the one scheduled first stands first.
    private var queue: [DeliveryAttempt] = []
    /// Those that wait for the next notification.
    private var heldBack: [DeliveryAttempt] = []
    /// Those that wait for a burst.
    private var burst: [DeliveryAttempt] = []
    /// The notifications that chaos will send once more when they have arrived.
    private var toBeRepeated: Set<String> = []
    private var attemptsByID: [String: [SendAttempt]] = [:]
    /// The notifications whose attempts are kept, in the order of their first ones.
    private var attempted: [String] = []
    private let historyLimit: Int

    /// An empty schedule.
    ///
    /// - Parameters:
    ///   - rules: When what failed is tried again.
    ///   - chaos: What goes wrong on the way.
    ///   - historyLimit: Of how many notifications the attempts are kept at least; the oldest go first.
    public init(rules: DeliveryRules, chaos: DeliveryChaos? = nil, historyLimit: Int = 100_000) {
        self.rules = rules
        self.historyLimit = max(historyLimit, 1)
        fates = chaos.map(DeliveryFates.init)
    }

    /// When the next attempt is due, in milliseconds; `nil` when nothing waits.
    public var nextAttemptDate: Int64? {
        let held = (heldBack + burst).map { $0.date + DeliverySchedule.patience }.min()
        return [queue.first?.date, held].compactMap(\.self).min()
    }

    /// How many attempts wait, those held back too.
    public var count: Int { queue.count + heldBack.count + burst.count }

    /// The attempts that are kept of those made so far, oldest first, without chaos's duplicates.
    public func attempts(of notificationID: String) -> [SendAttempt] { attemptsByID[notificationID] ?? [] }

    /// Schedules the first attempt of a notification.
    public mutating func add(_ notificationID: String, at date: Int64) {
        var attempt = DeliveryAttempt(
            notificationID: notificationID, date: date, number: 1, manner: .plain, isDuplicate: false)
        guard let fate = fates?.next() else { return insert(attempt) }
        attempt.manner = fate.manner
        attempt.date = date + fate.lateness
        if fate.isRepeated { toBeRepeated.insert(notificationID) }
        let released = heldBack
        heldBack = []
        switch fate.waiting {
        case .none: insert(attempt)
        case .forTheNext: heldBack = [attempt]
        case .forABurst: burst.append(attempt)
        }
        for var late in released {
            late.date = max(late.date, attempt.date)
            insert(late)
        }
        if burst.count >= DeliverySchedule.burstSize { releaseBurst(at: date) }
    }

    /// Takes what is due at a moment, in the order to send it.
    public mutating func takeDue(at now: Int64) -> [DeliveryAttempt] {
        let isOverdue = { (attempt: DeliveryAttempt) in attempt.date + DeliverySchedule.patience <= now }
        for attempt in heldBack where isOverdue(attempt) { insert(attempt) }
        heldBack.removeAll(where: isOverdue)
        if burst.contains(where: isOverdue) { releaseBurst(at: now) }
        let due = queue.prefix { $0.date <= now }
        queue.removeFirst(due.count)
        return Array(due)
    }

    /// Lets go of everything that is held back, so that it is due at once.
    public mutating func releaseAll(at now: Int64) {
        for var attempt in heldBack {
            attempt.date = min(attempt.date, now)
            insert(attempt)
        }
        heldBack = []
        releaseBurst(at: now)
    }

    /// Takes down how an attempt ended; a failure schedules the retry that the rules allow.
    public mutating func record(_ result: SendAttemptResult, of attempt: DeliveryAttempt, at now: Int64) {
        guard !attempt.isDuplicate else { return }
        remember(SendAttempt(date: now, result: result), of: attempt.notificationID)
        var next = DeliveryAttempt(
            notificationID: attempt.notificationID, date: now, number: attempt.number, manner: .plain,
            isDuplicate: true)
        if result == .success {
            if toBeRepeated.remove(attempt.notificationID) != nil { insert(next) }
        } else if attempt.number <= rules.retryDelays.count {
            next.date = Instant.adding(rules.retryDelays[attempt.number - 1], to: now)
            next.number += 1
            next.isDuplicate = false
            insert(next)
        }
    }

    private mutating func remember(_ attempt: SendAttempt, of notificationID: String) {
        if attemptsByID[notificationID] == nil { attempted.append(notificationID) }
        attemptsByID[notificationID, default: []].append(attempt)
        // Dropping many at a time keeps the cost of moving small.
        guard attempted.count > 2 * historyLimit else { return }
        for old in attempted.dropLast(historyLimit) { attemptsByID[old] = nil }
        attempted.removeFirst(attempted.count - historyLimit)
    }

    private mutating func releaseBurst(at now: Int64) {
        for var attempt in burst {
            attempt.date = now
            insert(attempt)
        }
        burst = []
    }

    /// Puts an attempt behind all that are not later.
    private mutating func insert(_ attempt: DeliveryAttempt) {
        var (low, high) = (queue.startIndex, queue.endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if queue[middle].date <= attempt.date { low = middle + 1 } else { high = middle }
        }
        queue.insert(attempt, at: low)
    }
}
