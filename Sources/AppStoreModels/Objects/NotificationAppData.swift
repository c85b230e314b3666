public import StrictJSON

/// The container of notifications about the app as a whole.
public struct NotificationAppData: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The environment the notification is about.
    public var environment: Environment? { enumeration("environment") }
    /// The app's Apple id.
    public var appAppleId: Int64? { integer("appAppleId") }
    /// The app's bundle id.
    public var bundleId: String? { string("bundleId") }
    /// An app transaction, signed on its own.
    public var signedAppTransactionInfo: String? { string("signedAppTransactionInfo") }
}

extension NotificationAppData {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .enumeration("environment", \Self.environment, .trusted),
        .integer("appAppleId", \Self.appAppleId, .essential),
        .string("bundleId", \Self.bundleId, .trusted),
        .string("signedAppTransactionInfo", \Self.signedAppTransactionInfo, .essential),
    ]
}
