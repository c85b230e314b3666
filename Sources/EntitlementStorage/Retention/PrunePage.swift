package import Entitlements

/// Some rows as they are looked at: sorts them into those that are forgotten and those that are kept.
package struct PrunePage: Sendable {
    /// What was found.
    package private(set) var step = PruneStep()
    /// The places of the rows that are forgotten.
    package private(set) var places: [Int64] = []
    /// By how much the totals of outcomes fall.
    package private(set) var outcomes: [ProcessingOutcome: Int64] = [:]
    private let before: Int64

    /// Begins a page.
    package init(_ request: PruneRequest) { before = request.before }

    /// Takes a row.
    ///
    /// - Parameters:
    ///   - place: Its sequence number.
    ///   - date: What decides about its age.
    ///   - isNeeded: Whether a target still has to get it.
    ///   - isStatus: Whether the store status of a line rests on it.
    ///   - bytes: What it says, in bytes.
    ///   - outcome: What a total counts it as; nil when none does.
    package mutating func add(
        _ place: Int64, date: Int64, isNeeded: Bool = false, isStatus: Bool = false, bytes: Int64,
        outcome: ProcessingOutcome? = nil
    ) {
        step.last = place
        guard date < before else { return }
        guard !isNeeded else {
            step.kept += 1
            return
        }
        guard !isStatus else {
            step.statuses += 1
            return
        }
        step.pruned += 1
        step.bytes += bytes
        places.append(place)
        if let outcome { outcomes[outcome, default: 0] += 1 }
    }
}
