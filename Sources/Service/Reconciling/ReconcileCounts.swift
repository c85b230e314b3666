internal import Reconciliation

/// What came of comparing lines with the App Store in the background.
struct ReconcileCounts: Hashable, Sendable {
    /// Lines that were compared, by the reason.
    var checked: [String: Int] = [:]
    /// Lines that differed, by the kind of difference.
    var differences: [String: Int] = [:]
    /// Statements that were taken, by what became of each.
    var taken: [String: Int] = [:]
    /// Lines that could not be compared.
    var unchecked = 0
    /// Signed answers that are not believed.
    var refusals = 0
    /// Requests to the App Store.
    var requests = 0

    /// Adds others.
    mutating func add(_ other: ReconcileCounts) {
        checked.merge(other.checked, uniquingKeysWith: +)
        differences.merge(other.differences, uniquingKeysWith: +)
        taken.merge(other.taken, uniquingKeysWith: +)
        unchecked += other.unchecked
        refusals += other.refusals
        requests += other.requests
    }

    /// Counts what a page gave, other than the reasons.
    mutating func add(_ page: ReconciledPage) {
        for case let difference? in page.comparisons.map(\.difference) {
            differences[difference.kind.rawValue, default: 0] += 1
        }
        unchecked += page.unchecked.count
        refusals += page.refusals.count
    }
}
