/// Why a line's answers are what they are, and how it came to that, in plain words.
///
/// Pure: a function of the versions, the notifications of the log, the configuration and the instant.
package struct LineStory: Hashable, Sendable {
    /// The line.
    package let line: LineIdentity
    /// The answers with their reasons, in the order of the evaluation.
    package let answers: [ExplainedAnswer]
    /// What was said and does not count, and why.
    package let ignored: [IgnoredStatement]
    /// What happened, the earliest first.
    package let timeline: [TimelineEntry]
    /// How many steps before the first entry were left out of the timeline.
    package let omittedSteps: Int
    /// What is to come.
    package let next: [ExpectedStep]

    /// An answer and why it is given.
    package struct ExplainedAnswer: Hashable, Sendable {
        /// The answer.
        package var answer: EntitlementAnswer
        /// The rule that decided, in one sentence.
        package var reason: Sentence
        /// The statements behind it.
        package var facts: [ExplainedFact]
        /// What should be looked into.
        package var flags: [ExplainedFlag]
    }

    /// A statement behind an answer.
    package struct ExplainedFact: Hashable, Sendable {
        /// Which version it is.
        package var reference: FactReference
        /// What it says.
        package var sentence: Sentence
    }

    /// A flag of an answer.
    package struct ExplainedFlag: Hashable, Sendable {
        /// The flag.
        package var flag: EvaluationFlag
        /// What it means.
        package var sentence: Sentence
    }

    /// Statements that do not count.
    package struct IgnoredStatement: Hashable, Sendable {
        /// What the statements are about.
        package var identity: FactIdentity
        /// Which versions they are.
        package var stamps: [FactStamp]
        /// Why they do not count.
        package var sentence: Sentence
    }

    /// One thing that happened.
    package struct TimelineEntry: Hashable, Sendable {
        /// When: the date of signing, or the instant at which time alone brought the change.
        package var date: Int64
        /// What; nil when the notification changed nothing and its type is new.
        package var sentence: Sentence?
        /// The change, where there was one.
        package var change: EntitlementEventType?
        /// The notification that brought it, where the log has one.
        package var notification: LoggedNotification?
        /// The versions that brought it, where no notification of the log holds them.
        package var statements: Set<FactReference> = []
        /// Whether time alone brought it.
        package var isByClock: Bool
    }

    /// One thing that is to come.
    package struct ExpectedStep: Hashable, Sendable {
        /// When.
        package var date: Int64
        /// What.
        package var sentence: Sentence
    }

    /// Tells the story of a line up to an instant.
    ///
    /// - Parameters:
    ///   - record: All that was said about the line.
    ///   - notifications: Those of the log that brought a version of the record, in any order.
    ///   - configuration: What the operator decides.
    ///   - now: The instant asked about, in milliseconds since 1970.
    ///   - asOf: Versions dated after it do not count; nil counts all.
    ///   - steps: How many of the latest steps the timeline has at most.
    package init(
        _ record: LineRecord, notifications: some Sequence<LoggedNotification>, configuration: EvaluationConfiguration,
        now: Int64, asOf: Int64? = nil, steps: Int = 400
    ) {
        let held = HeldLine(record, asOf: asOf)
        let evaluation = LineEvaluation(line: held, configuration: configuration, now: now)
        let answers = evaluation.answers
        line = record.line
        self.answers = answers.map { answer in
            ExplainedAnswer(
                answer: answer, reason: answer.reason,
                facts: answer.because.facts.compactMap { reference in
                    record.statement(reference).map {
                        ExplainedFact(reference: reference, sentence: $0.sentence(signed: reference.stamp.date))
                    }
                },
                flags: answer.because.flags.map { ExplainedFlag(flag: $0, sentence: $0.sentence) })
        }
        ignored = IgnoredStatements(record: record, held: held, answers: answers, asOf: asOf).all
        next = answers.flatMap { $0.expectedSteps(now: now) }
        var timeline = LineTimeline(
            record: record, notifications: Array(notifications), configuration: configuration, now: now, asOf: asOf)
        omittedSteps = timeline.run(last: steps)
        self.timeline = timeline.entries
    }
}

extension LineRecord {
    /// What one version says.
    func statement(_ reference: FactReference) -> Statement? {
        counted(reference.identity, asOf: nil).first { $0.stamp == reference.stamp }?.statement
    }
}
