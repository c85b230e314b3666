public import AppStoreModels

/// Which transactions of a history are wanted, and in which order; what is `nil` or empty does not limit.
public struct TransactionHistoryRequest: Hashable, Sendable {
    /// The first date of purchase, in milliseconds since 1970.
    public var startDate: Int64?
    /// The end of the dates of purchase, not included, in milliseconds since 1970.
    public var endDate: Int64?
    /// The products.
    public var productIds: [String] = []
    /// The kinds of products.
    public var productTypes: [ProductTypeFilter] = []
    /// Whether the customer bought them or they are shared in the family.
    public var inAppOwnershipType: InAppOwnershipType?
    /// The order, by the last change; the oldest first where nothing is said.
    public var sort: SortOrder?
    /// Only what was refunded or taken away, or only what was not.
    public var revoked: Bool?
    /// The groups of subscriptions.
    public var subscriptionGroupIdentifiers: [String] = []

    /// Wants everything, the oldest change first.
    public init() {}

    func query() throws(ServerAPIError) -> [ServerAPIQueryItem] {
        for (name, date) in [("startDate", startDate), ("endDate", endDate)] {
            if let date, date < 0 { throw .invalidRequest(RequestMistake(name, "is before 1970")) }
        }
        if let startDate, let endDate, startDate >= endDate {
            throw .invalidRequest(RequestMistake("endDate", "is not after startDate"))
        }
        for (name, values) in [
            ("productId", productIds), ("subscriptionGroupIdentifier", subscriptionGroupIdentifiers),
        ] where values.contains("") { throw .invalidRequest(RequestMistake(name, "is empty")) }
        var query: [ServerAPIQueryItem] = []
        func add(_ name: String, _ values: [String]) { query += values.map { ServerAPIQueryItem(name, $0) } }
        if let startDate { add("startDate", [String(startDate)]) }
        if let endDate { add("endDate", [String(endDate)]) }
        add("productId", productIds)
        add("productType", productTypes.map(\.rawValue))
        if let inAppOwnershipType { add("inAppOwnershipType", [inAppOwnershipType.rawValue]) }
        if let sort { add("sort", [sort.rawValue]) }
        if let revoked { add("revoked", [revoked ? "true" : "false"]) }
        add("subscriptionGroupIdentifier", subscriptionGroupIdentifiers)
        return query
    }
}
