internal import AppStoreModels

/// Goes through the life of a line, statement by statement and bound by bound, and notes what each step changed.
struct LineTimeline {
    let record: LineRecord
    let notifications: [LoggedNotification]
    let configuration: EvaluationConfiguration
    let now: Int64
    let asOf: Int64?
    private(set) var entries: [LineStory.TimelineEntry] = []
    private var told: [EntitlementAnswer] = []

    init(
        record: LineRecord, notifications: [LoggedNotification], configuration: EvaluationConfiguration, now: Int64,
        asOf: Int64?
    ) {
        self.record = record
        self.notifications = notifications
        self.configuration = configuration
        self.now = now
        self.asOf = asOf
    }

    /// Statements that came at one time.
    private struct Step {
        var date: Int64
        var notification: LoggedNotification?
        /// The versions, where no notification of the log holds them.
        var statements: Set<FactReference> = []
    }

    /// Goes through the latest steps; the answer is how many earlier ones were passed over.
    mutating func run(last limit: Int) -> Int {
        let steps = allSteps
        let omitted = max(steps.count - max(limit, 1), 0)
        if omitted > 0 {
            // What was told before the first step that is shown.
            told = answers(at: steps[omitted - 1].date, asOf: steps[omitted - 1].date)
        }
        var asOf: Int64? = omitted > 0 ? steps[omitted - 1].date : nil
        for step in steps[omitted...] {
            if let asOf { passTime(from: asOf, to: step.date, asOf: asOf) }
            asOf = step.date
            take(step)
        }
        if let asOf, asOf < now {
            passTime(from: asOf, to: now == .max ? now : now + 1, asOf: asOf)
        }
        return omitted
    }

    // MARK: - Steps

    private var allSteps: [Step] {
        var covered: Set<FactReference> = []
        var steps: [Step] = []
        for notification in notifications {
            let facts = notification.facts.filter { counts($0.stamp.date) && record.statement($0) != nil }
            guard !facts.isEmpty, counts(notification.signedDate) else { continue }
            covered.formUnion(facts)
            // Nested statements may be signed a little before or after what holds them; together they are one step.
            let date = facts.reduce(notification.signedDate) { max($0, $1.stamp.date) }
            steps.append(Step(date: date, notification: notification))
        }
        var alone: [Int64: Set<FactReference>] = [:]
        for version in record.versions where counts(version.date) {
            let reference = FactReference(identity: version.identity, stamp: version.stamp)
            if !covered.contains(reference) { alone[version.date, default: []].insert(reference) }
        }
        steps += alone.map { Step(date: $0, statements: $1) }
        return steps.sorted { left, right in
            if left.date != right.date { return left.date < right.date }
            // Of one moment the notifications first: they have more to tell.
            guard let one = left.notification, let other = right.notification else { return left.notification != nil }
            if one.signedDate != other.signedDate { return one.signedDate < other.signedDate }
            return ByteOrder.compare(one.uuid, other.uuid) < 0
        }
    }

    /// Without an instant of knowledge everything counts, even what was signed by a clock that is ahead.
    private func counts(_ date: Int64) -> Bool { date <= asOf ?? .max }

    private mutating func take(_ step: Step) {
        let held = HeldLine(record, asOf: step.date)
        let changes = advance(held, at: step.date)
        for (change, sentence) in changes {
            entries.append(
                LineStory.TimelineEntry(
                    date: step.date, sentence: sentence, change: change.type, notification: step.notification,
                    statements: step.statements, isByClock: false))
        }
        guard changes.isEmpty, let notification = step.notification else { return }
        let meaning = NotificationMeaning.text(
            NotificationType(rawValue: notification.type),
            notification.subtype.map { NotificationSubtype(rawValue: $0) })
        entries.append(
            LineStory.TimelineEntry(
                date: step.date, sentence: meaning.map { "Access did not change: \(words: $0)" }, change: nil,
                notification: notification, isByClock: false))
    }

    /// Notes what time alone changes before `end`.
    private mutating func passTime(from start: Int64, to end: Int64, asOf: Int64) {
        let held = HeldLine(record, asOf: asOf)
        var clock = start
        while let bound = held.nextBound(after: clock, configuration: configuration), bound < end {
            clock = bound
            for (change, sentence) in advance(held, at: bound) {
                entries.append(
                    LineStory.TimelineEntry(
                        date: bound, sentence: sentence, change: change.type, notification: nil, isByClock: true))
            }
        }
    }

    private mutating func advance(_ held: HeldLine, at instant: Int64) -> [(EntitlementChange, Sentence)] {
        let answers = LineEvaluation(line: held, configuration: configuration, now: instant).answers
        defer { told = answers }
        return EntitlementChange.changes(from: told, to: answers, in: record).compactMap { change in
            let before =
                told.first { $0.transactionId == change.answer.transactionId }
                ?? told.first { $0.type == change.answer.type }
            return change.sentence(before: before, held: held).map { (change, $0) }
        }
    }

    private func answers(at instant: Int64, asOf: Int64) -> [EntitlementAnswer] {
        LineEvaluation(line: HeldLine(record, asOf: asOf), configuration: configuration, now: instant).answers
    }
}
