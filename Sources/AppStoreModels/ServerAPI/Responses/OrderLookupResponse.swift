public import StrictJSON

/// The answer to Look Up Order ID.
public struct OrderLookupResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Whether the order id is valid.
    public var status: OrderLookupStatus? { enumeration("status") }
    /// The transactions of the order, each signed; only where it is valid.
    public var signedTransactions: [String]? { strings("signedTransactions") }
}

extension OrderLookupResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .enumeration("status", \Self.status, .essential),
        .strings("signedTransactions", \Self.signedTransactions),
    ]
}
