public import StrictJSON

/// The answer to Get All Subscription Statuses.
public struct StatusResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Where the subscriptions were bought.
    public var environment: Environment? { enumeration("environment") }
    /// The app's bundle id.
    public var bundleId: String? { string("bundleId") }
    /// The app's Apple id; absent in Sandbox.
    public var appAppleId: Int64? { integer("appAppleId") }
    /// The subscriptions, by their groups.
    public var data: [SubscriptionGroupIdentifierItem]? { objects("data") }
}

extension StatusResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .enumeration("environment", \Self.environment, .essential),
        .string("bundleId", \Self.bundleId, .essential),
        .integer("appAppleId", \Self.appAppleId),
        .objects("data", \Self.data),
    ]
}
