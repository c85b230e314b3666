internal import Entitlements
internal import Synchronization

/// Lines that somebody hands over to be compared with the App Store; up to a bound.
final class HandedLines: Sendable {
    static let limit = 10_000

    private let lines = Mutex<[LineIdentity]>([])

    /// Takes lines while there is room.
    ///
    /// - Returns: How many were taken.
    func add(_ more: [LineIdentity]) -> Int {
        lines.withLock { lines in
            let taken = more.prefix(max(HandedLines.limit - lines.count, 0))
            lines += taken
            return taken.count
        }
    }

    /// Hands on all of them.
    func takeAll() -> [LineIdentity] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
