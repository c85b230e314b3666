public import StrictJSON

/// The answer to Get Transaction Info.
public struct TransactionInfoResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The transaction, signed.
    public var signedTransactionInfo: String? { string("signedTransactionInfo") }
}

extension TransactionInfoResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("signedTransactionInfo", \Self.signedTransactionInfo, .essential)
    ]
}
