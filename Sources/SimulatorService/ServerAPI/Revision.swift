internal import OpenSSLCrypto

/// A place in an order of things that grows at its end.
struct Position: Hashable, Comparable, Sendable {
    var major: Int64
    var minor: Int64 = 0

    /// Before everything.
    static let start = Position(major: -1)

    static func < (left: Position, right: Position) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}

/// How far a client has read, as the text of a `revision` carries it.
///
/// It keeps its meaning for good: used again later it leads to what is new since. What it was made for goes into its
/// text as a digest, so that it fits no other question.
struct Revision: Hashable, Sendable {
    /// Everything up to here was read.
    var floor = Position.start
    /// Everything from here to ``high`` was read too; only where the newest comes first, and pages remain.
    var low: Position?
    /// The last that was seen.
    var high = Position.start

    init() {}

    /// Reads a revision that was made for the same question; `nil` for any other text.
    init?(parsing text: String, question: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[3] == Revision.mark(question) else { return nil }
        guard let floor = Revision.position(parts[0]), let high = Revision.position(parts[2]) else { return nil }
        if parts[1] != "0" {
            guard let low = Revision.position(parts[1]) else { return nil }
            self.low = low
        }
        self.floor = floor
        self.high = high
    }

    /// The text for a client.
    func text(question: String) -> String {
        [Revision.text(floor), low.map(Revision.text) ?? "0", Revision.text(high), Revision.mark(question)]
            .joined(separator: "_")
    }

    /// Takes the next page out of things in the order of their positions.
    ///
    /// - Parameters:
    ///   - items: All there is, with positions that only grow.
    ///   - isDescending: Whether the newest comes first.
    ///   - size: How many a page has at most.
    /// - Returns: The page, whether there is more now, and where to go on.
    func page<Item>(
        of items: [(position: Position, item: Item)], isDescending: Bool, size: Int
    ) -> (items: [Item], hasMore: Bool, next: Revision) {
        let unread = items.filter { item in
            guard item.position > floor else { return false }
            guard let low else { return true }
            return item.position < low
        }
        let sorted = unread.sorted { isDescending ? $0.position > $1.position : $0.position < $1.position }
        let page = sorted.prefix(size)
        let hasMore = sorted.count > page.count
        var next = self
        next.high = max(high, unread.map(\.position).max() ?? .start)
        if !isDescending {
            next.floor = page.last?.position ?? floor
            next.high = next.floor
        } else if hasMore {
            next.low = page.last?.position
        } else {
            next.floor = max(next.high, floor)
            next.low = nil
        }
        return (page.map(\.item), hasMore, next)
    }

    private static func position(_ text: Substring) -> Position? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Int64(parts[0]), let minor = Int64(parts[1]) else { return nil }
        return Position(major: major, minor: minor)
    }

    private static func text(_ position: Position) -> String { "\(position.major).\(position.minor)" }

    static func mark(_ question: String) -> String {
        String(SHA256.digest(of: Array(question.utf8)).hexadecimal.prefix(16))
    }
}
