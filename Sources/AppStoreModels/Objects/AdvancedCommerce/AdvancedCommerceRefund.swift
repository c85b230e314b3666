public import StrictJSON

/// A refund of an Advanced Commerce item.
public struct AdvancedCommerceRefund: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The amount, in thousandths of a unit of the transaction's currency.
    public var refundAmount: Int64? { integer("refundAmount") }
    /// When it was refunded.
    public var refundDate: Timestamp? { date("refundDate") }
    /// Why it was refunded.
    public var refundReason: AdvancedCommerceRefundReason? { enumeration("refundReason") }
    /// How much was refunded.
    public var refundType: AdvancedCommerceRefundType? { enumeration("refundType") }
}

extension AdvancedCommerceRefund {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .integer("refundAmount", \Self.refundAmount),
        .date("refundDate", \Self.refundDate),
        .enumeration("refundReason", \Self.refundReason),
        .enumeration("refundType", \Self.refundType),
    ]
}
