public import StrictJSON

/// A page of a customer's transactions.
public struct HistoryResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// How far was read; sent back, it leads to the next page, or later to what is new.
    public var revision: String? { string("revision") }
    /// Whether there is a next page now.
    public var hasMore: Bool? { boolean("hasMore") }
    /// The app's bundle id.
    public var bundleId: String? { string("bundleId") }
    /// The app's Apple id; absent in Sandbox.
    public var appAppleId: Int64? { integer("appAppleId") }
    /// Where the transactions were made.
    public var environment: Environment? { enumeration("environment") }
    /// Up to twenty transactions, each signed.
    public var signedTransactions: [String]? { strings("signedTransactions") }
}

extension HistoryResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("revision", \Self.revision, .essential),
        .boolean("hasMore", \Self.hasMore, .essential),
        .string("bundleId", \Self.bundleId, .essential),
        .integer("appAppleId", \Self.appAppleId),
        .enumeration("environment", \Self.environment, .essential),
        .strings("signedTransactions", \Self.signedTransactions),
    ]
}
