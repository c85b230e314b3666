public import StrictJSON

/// The answer to Extend a Subscription Renewal Date.
public struct ExtendRenewalDateResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Whether the renewal date was moved.
    public var success: Bool? { boolean("success") }
    /// The subscription's line of purchases.
    public var originalTransactionId: String? { identifier("originalTransactionId") }
    /// The period that was extended.
    public var webOrderLineItemId: String? { identifier("webOrderLineItemId") }
    /// The new renewal date.
    public var effectiveDate: Timestamp? { date("effectiveDate") }
}

extension ExtendRenewalDateResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .boolean("success", \Self.success),
        .identifier("originalTransactionId", \Self.originalTransactionId),
        .identifier("webOrderLineItemId", \Self.webOrderLineItemId),
        .date("effectiveDate", \Self.effectiveDate),
    ]
}
