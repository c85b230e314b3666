/// A store status that says something else than the answer for its own instant.
///
/// No status decides an answer beside the one for grace without a date; differences are counted.
public struct StatusDifference: Hashable, Sendable {
    /// The line's held status.
    public var status: Int
    /// The answer for the instant at which the status was signed, as things were known then.
    public var state: EntitlementState

    /// Compares a line's held status with the answer for the instant it was signed at; `nil` when they agree.
    ///
    /// A status without a subscription's answer, and statuses unknown today, are compared with nothing.
    public init?(_ record: LineRecord, configuration: EvaluationConfiguration, asOf: Int64? = nil) {
        guard let status = HeldLine(record, asOf: asOf).status else { return nil }
        let line = HeldLine(record, asOf: status.date)
        let evaluation = LineEvaluation(line: line, configuration: configuration, now: status.date)
        guard let expected = StatusDifference.states[status.content.status],
            let answer = evaluation.subscription, answer.state != expected
        else { return nil }
        self.status = status.content.status
        state = answer.state
    }

    /// Compares a status that was told, but not signed, with what all that is held answers for some instants.
    ///
    /// `nil` when the answer for one of them agrees: the clock of who told it stands a little otherwise than ours.
    package init?(
        told status: Int, _ record: LineRecord, configuration: EvaluationConfiguration, at instants: [Int64]
    ) {
        let line = HeldLine(record, asOf: nil)
        let answers = instants.compactMap {
            LineEvaluation(line: line, configuration: configuration, now: $0).subscription
        }
        guard let expected = StatusDifference.states[status], let answer = answers.last,
            !answers.contains(where: { $0.state == expected })
        else { return nil }
        self.status = status
        state = answer.state
    }

    private static let states: [Int: EntitlementState] = [
        1: .active, 2: .expired, 3: .billingRetry, 4: .gracePeriod, 5: .revoked,
    ]
}
