internal import Entitlements

/// The lines that an answer about another one told of already, so that they are not asked about again.
///
/// It forgets nothing that it took and takes no more than so many: past that a line may be asked about once more, which
/// costs a request and nothing else.
struct AnsweredLines: Sendable {
    private static let limit = 50_000
    private var lines: Set<LineIdentity> = []

    /// Notes a line.
    mutating func insert(_ line: LineIdentity) {
        if lines.count < AnsweredLines.limit { lines.insert(line) }
    }

    /// Whether a line was told of; it is asked for once.
    mutating func remove(_ line: LineIdentity) -> Bool { lines.remove(line) != nil }

    func contains(_ line: LineIdentity) -> Bool { lines.contains(line) }
}
