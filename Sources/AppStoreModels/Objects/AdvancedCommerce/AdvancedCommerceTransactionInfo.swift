public import StrictJSON

/// What a transaction by the Advanced Commerce API has beside the ordinary fields.
public struct AdvancedCommerceTransactionInfo: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Name and description of the whole purchase.
    public var descriptors: AdvancedCommerceDescriptors? { object("descriptors") }
    /// The estimated tax, in thousandths of a unit of the transaction's currency.
    public var estimatedTax: Int64? { integer("estimatedTax") }
    /// What was bought.
    public var items: [AdvancedCommerceTransactionItem]? { objects("items") }
    /// The length of a subscription period.
    public var period: AdvancedCommercePeriod? { enumeration("period") }
    /// The id that the developer gave to the request.
    public var requestReferenceId: String? { identifier("requestReferenceId") }
    /// The tax code.
    public var taxCode: String? { string("taxCode") }
    /// The price without tax, in thousandths of a unit of the transaction's currency.
    public var taxExclusivePrice: Int64? { integer("taxExclusivePrice") }
    /// The tax rate as a decimal text, such as `0.15`.
    public var taxRate: String? { string("taxRate") }
}

extension AdvancedCommerceTransactionInfo {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .object("descriptors", \Self.descriptors),
        .integer("estimatedTax", \Self.estimatedTax),
        .objects("items", \Self.items),
        .enumeration("period", \Self.period),
        .identifier("requestReferenceId", \Self.requestReferenceId),
        .string("taxCode", \Self.taxCode),
        .integer("taxExclusivePrice", \Self.taxExclusivePrice),
        .string("taxRate", \Self.taxRate),
    ]
}
