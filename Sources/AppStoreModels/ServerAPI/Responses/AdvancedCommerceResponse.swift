public import StrictJSON

/// The answer to a call of the Advanced Commerce API.
public struct AdvancedCommerceResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The transaction, signed.
    public var signedTransactionInfo: String? { string("signedTransactionInfo") }
    /// The renewal state, signed.
    public var signedRenewalInfo: String? { string("signedRenewalInfo") }
}

extension AdvancedCommerceResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("signedTransactionInfo", \Self.signedTransactionInfo, .essential),
        .string("signedRenewalInfo", \Self.signedRenewalInfo, .essential),
    ]
}
