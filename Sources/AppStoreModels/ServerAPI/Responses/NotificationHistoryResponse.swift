public import StrictJSON

/// A page of notifications that the App Store sent.
public struct NotificationHistoryResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Up to twenty notifications.
    public var notificationHistory: [NotificationHistoryResponseItem]? { objects("notificationHistory") }
    /// Whether there is a next page.
    public var hasMore: Bool? { boolean("hasMore") }
    /// Leads to the next page; only where there is one.
    public var paginationToken: String? { string("paginationToken") }
}

extension NotificationHistoryResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .objects("notificationHistory", \Self.notificationHistory),
        .boolean("hasMore", \Self.hasMore, .essential),
        .string("paginationToken", \Self.paginationToken, .essential),
    ]
}
