internal import Entitlements

/// A line while a batch is merged into it.
struct OpenLine {
    var record: LineRecord
    /// What was told last.
    var projection: LineProjection?
    /// Whether the projection is another than the store has.
    var isChanged = false

    /// Answers anew, and tells what has changed.
    mutating func evaluate(at instant: Int64, _ rules: EventRules, _ writer: inout EventWriter) {
        let next = LineProjection(
            record, version: (projection?.version ?? 0) + 1, configuration: rules.configuration, at: instant)
        for change in EntitlementChange.changes(from: projection?.answers ?? [], to: next.answers, in: record) {
            writer.add(change, lineVersion: next.version)
        }
        projection = next
        isChanged = true
    }
}
