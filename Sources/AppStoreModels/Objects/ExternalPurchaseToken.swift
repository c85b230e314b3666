public import StrictJSON

/// The container of notifications about tokens for purchases outside the App Store.
public struct ExternalPurchaseToken: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The token's id; those of Sandbox begin with `SANDBOX`.
    public var externalPurchaseId: String? { string("externalPurchaseId") }
    /// When the token was made.
    public var tokenCreationDate: Timestamp? { date("tokenCreationDate") }
    /// The app's Apple id.
    public var appAppleId: Int64? { integer("appAppleId") }
    /// The app's bundle id.
    public var bundleId: String? { string("bundleId") }
    /// What the token is for; only on tokens for custom links.
    public var tokenType: ExternalPurchaseTokenType? { enumeration("tokenType") }
    /// When the token ends; only on tokens for custom links.
    public var tokenExpirationDate: Timestamp? { date("tokenExpirationDate") }

    /// The environment, told from the token's id since nothing else shows it; `nil` without an id.
    public var environment: Environment? {
        externalPurchaseId.map { $0.hasPrefix("SANDBOX") ? .sandbox : .production }
    }
}

extension ExternalPurchaseToken {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("externalPurchaseId", \Self.externalPurchaseId, .essential),
        .date("tokenCreationDate", \Self.tokenCreationDate),
        .integer("appAppleId", \Self.appAppleId, .essential),
        .string("bundleId", \Self.bundleId, .trusted),
        .enumeration("tokenType", \Self.tokenType),
        .date("tokenExpirationDate", \Self.tokenExpirationDate),
    ]
}
