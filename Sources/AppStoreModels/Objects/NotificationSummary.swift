public import StrictJSON

/// The container of a notification that sums up a mass extension of renewal dates.
public struct NotificationSummary: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The environment the notification is about.
    public var environment: Environment? { enumeration("environment") }
    /// The app's Apple id; usually absent in Sandbox.
    public var appAppleId: Int64? { integer("appAppleId") }
    /// The app's bundle id.
    public var bundleId: String? { string("bundleId") }
    /// The subscription whose renewal dates were extended.
    public var productId: String? { identifier("productId") }
    /// The identifier given when the extension was asked for.
    public var requestIdentifier: String? { string("requestIdentifier") }
    /// The storefronts the request was limited to, as ISO 3166-1 alpha-3 codes; absent for all.
    public var storefrontCountryCodes: [String]? { strings("storefrontCountryCodes") }
    /// How many subscriptions were extended.
    public var succeededCount: Int64? { integer("succeededCount") }
    /// How many subscriptions were not extended.
    public var failedCount: Int64? { integer("failedCount") }
}

extension NotificationSummary {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .enumeration("environment", \Self.environment, .trusted),
        .integer("appAppleId", \Self.appAppleId, .essential),
        .string("bundleId", \Self.bundleId, .trusted),
        .identifier("productId", \Self.productId),
        .string("requestIdentifier", \Self.requestIdentifier),
        .strings("storefrontCountryCodes", \Self.storefrontCountryCodes),
        .integer("succeededCount", \Self.succeededCount),
        .integer("failedCount", \Self.failedCount),
    ]
}
