/// The answers for a line as they were told last.
///
/// A projection can be worked out again from the line's versions at its instant; it is kept to know what has changed,
/// and when time alone will change something.
public struct LineProjection: Hashable, Sendable {
    /// Grows with every change of the line, so that a receiver can keep the newest.
    public var version: Int64
    /// The instant the answers are for, in milliseconds since 1970.
    public var evaluatedAt: Int64
    /// The first instant after that at which time alone may change them; `nil` when there is none.
    public var nextChange: Int64?
    /// The answers, ordered by transaction id.
    public var answers: [EntitlementAnswer]

    /// Puts a projection together.
    public init(version: Int64, evaluatedAt: Int64, nextChange: Int64?, answers: [EntitlementAnswer]) {
        self.version = version
        self.evaluatedAt = evaluatedAt
        self.nextChange = nextChange
        self.answers = answers
    }

    /// The answers for a line at an instant.
    public init(
        _ record: LineRecord, version: Int64, configuration: EvaluationConfiguration, at instant: Int64
    ) {
        let line = HeldLine(record, asOf: nil)
        self.init(
            version: version, evaluatedAt: instant,
            nextChange: line.nextBound(after: instant, configuration: configuration),
            answers: LineEvaluation(line: line, configuration: configuration, now: instant).answers)
    }
}
