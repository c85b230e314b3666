/// One of several pages of an answer.
public protocol ServerAPIPage: Sendable {
    /// Whether there is a next page.
    var hasMore: Bool { get }
    /// Leads to the next page, or, for a history, later to what is new.
    var nextToken: String? { get }
    /// Whether there is nothing on it.
    var isEmpty: Bool { get }
}
