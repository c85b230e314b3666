/// Answers what a customer may use, from what is held about a line.
///
/// Pure and total: the answer is a function of the versions, the configuration and the instant, whatever they hold.
public enum Evaluator {
    /// The answers for one line: one for an auto-renewable subscription, one for each other purchase.
    ///
    /// Ordered by transaction id. Empty when nothing is known about the line at that instant. To answer as things were
    /// known at an instant, give it as both `now` and `asOf`.
    ///
    /// - Parameters:
    ///   - record: All that was said about the line.
    ///   - configuration: What the operator decides.
    ///   - now: The instant asked about, in milliseconds since 1970.
    ///   - asOf: Versions dated after it do not count; `nil` counts all.
    /// - Returns: The answers.
    public static func evaluate(
        _ record: LineRecord, configuration: EvaluationConfiguration, now: Int64, asOf: Int64? = nil
    ) -> [EntitlementAnswer] {
        LineEvaluation(line: HeldLine(record, asOf: asOf), configuration: configuration, now: now).answers
    }
}
