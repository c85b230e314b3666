public import StrictJSON

/// The latest statement about one subscription.
public struct LastTransactionsItem: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The subscription's line of purchases.
    public var originalTransactionId: String? { identifier("originalTransactionId") }
    /// The state, in the App Store's own judgement.
    public var status: SubscriptionStatus? { enumeration("status") }
    /// The latest transaction, signed.
    public var signedTransactionInfo: String? { string("signedTransactionInfo") }
    /// The renewal state, signed.
    public var signedRenewalInfo: String? { string("signedRenewalInfo") }
}

extension LastTransactionsItem {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .identifier("originalTransactionId", \Self.originalTransactionId, .essential),
        .enumeration("status", \Self.status, .essential),
        .string("signedTransactionInfo", \Self.signedTransactionInfo, .essential),
        .string("signedRenewalInfo", \Self.signedRenewalInfo, .essential),
    ]
}
