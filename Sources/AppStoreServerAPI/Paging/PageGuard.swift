/// Sees to it that pages end: pure, and with little memory however many there are.
///
/// A server may say for ever that there is more. A circle of tokens is found by comparing each with one that was kept,
/// which is replaced at each power of two (R. P. Brent, 1980).
struct PageGuard: Sendable {
    /// How many pages in a row may have nothing on them.
    static let emptyLimit = 100

    private var kept: String?
    private var steps = 0
    private var power = 1
    private var emptyPages = 0

    /// Starts before the first page, or where a token leads.
    init(start: String?) { kept = start }

    /// Judges a page.
    ///
    /// - Returns: Why there is no way on; `nil` when there is one, or the page is the last.
    mutating func judge(_ page: some ServerAPIPage) -> PagingFault? {
        guard page.hasMore else { return nil }
        guard let next = page.nextToken, !next.isEmpty else { return .noToken }
        if next == kept { return .circle }
        steps += 1
        if steps == power {
            kept = next
            power = power > Int.max / 2 ? power : power * 2
            steps = 0
        }
        emptyPages = page.isEmpty ? emptyPages + 1 : 0
        return emptyPages >= PageGuard.emptyLimit ? .emptyPages(emptyPages) : nil
    }
}
