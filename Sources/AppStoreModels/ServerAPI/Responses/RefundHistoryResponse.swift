public import StrictJSON

/// A page of a customer's refunded transactions.
public struct RefundHistoryResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Up to twenty transactions, each signed, by the date of the refund.
    public var signedTransactions: [String]? { strings("signedTransactions") }
    /// How far was read; sent back, it leads to the next page, or later to what is new.
    public var revision: String? { string("revision") }
    /// Whether there is a next page now.
    public var hasMore: Bool? { boolean("hasMore") }
}

extension RefundHistoryResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .strings("signedTransactions", \Self.signedTransactions),
        .string("revision", \Self.revision, .essential),
        .boolean("hasMore", \Self.hasMore, .essential),
    ]
}
