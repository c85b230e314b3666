public import StrictJSON

/// The container of notifications about purchases and subscriptions.
public struct NotificationData: AppStoreObject {
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
    /// The build of the app.
    public var bundleVersion: String? { string("bundleVersion") }
    /// A transaction, signed on its own.
    public var signedTransactionInfo: String? { string("signedTransactionInfo") }
    /// The renewal state, signed on its own; only for auto-renewable subscriptions.
    public var signedRenewalInfo: String? { string("signedRenewalInfo") }
    /// The state of the whole subscription at the notification's signing; only for auto-renewable ones.
    public var status: SubscriptionStatus? { enumeration("status") }
    /// Why the customer wants a refund; only in requests for consumption data.
    public var consumptionRequestReason: ConsumptionRequestReason? { enumeration("consumptionRequestReason") }
}

extension NotificationData {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .enumeration("environment", \Self.environment, .trusted),
        .integer("appAppleId", \Self.appAppleId, .essential),
        .string("bundleId", \Self.bundleId, .trusted),
        .string("bundleVersion", \Self.bundleVersion),
        .string("signedTransactionInfo", \Self.signedTransactionInfo, .essential),
        .string("signedRenewalInfo", \Self.signedRenewalInfo, .essential),
        .enumeration("status", \Self.status, .essential),
        .enumeration("consumptionRequestReason", \Self.consumptionRequestReason),
    ]
}
