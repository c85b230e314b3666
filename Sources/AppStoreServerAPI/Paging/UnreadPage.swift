public import StrictJSON

/// A page whose contents were not looked at: nothing on it is verified.
public struct UnreadPage: ServerAPIPage {
    /// The answer as it came.
    public let json: JSONNode

    /// Whether there is a next page.
    public var hasMore: Bool { json["hasMore"]?.boolean ?? false }

    /// Leads to the next page.
    public var nextToken: String? { (json["revision"] ?? json["paginationToken"])?.string }

    /// Whether there is nothing on it.
    public var isEmpty: Bool {
        (json["signedTransactions"] ?? json["notificationHistory"]).elementsOrNone.isEmpty
    }
}
