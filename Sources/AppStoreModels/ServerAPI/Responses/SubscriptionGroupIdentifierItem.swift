public import StrictJSON

/// The subscriptions of one group.
public struct SubscriptionGroupIdentifierItem: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The group.
    public var subscriptionGroupIdentifier: String? { identifier("subscriptionGroupIdentifier") }
    /// The latest statement about each line of purchases in the group.
    public var lastTransactions: [LastTransactionsItem]? { objects("lastTransactions") }
}

extension SubscriptionGroupIdentifierItem {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .identifier("subscriptionGroupIdentifier", \Self.subscriptionGroupIdentifier),
        .objects("lastTransactions", \Self.lastTransactions),
    ]
}
