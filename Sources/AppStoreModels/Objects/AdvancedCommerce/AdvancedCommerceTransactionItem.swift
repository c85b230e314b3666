public import StrictJSON

/// One thing bought in a transaction by the Advanced Commerce API.
public struct AdvancedCommerceTransactionItem: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The developer's id of the item.
    public var sku: String? { identifier("SKU") }
    /// The item's description.
    public var description: String? { string("description") }
    /// The item's name.
    public var displayName: String? { string("displayName") }
    /// The offer on the item.
    public var offer: AdvancedCommerceOffer? { object("offer") }
    /// The price, in thousandths of a unit of the transaction's currency.
    public var price: Int64? { integer("price") }
    /// The refunds of the item.
    public var refunds: [AdvancedCommerceRefund]? { objects("refunds") }
    /// When the item was taken away.
    public var revocationDate: Timestamp? { date("revocationDate") }
}

extension AdvancedCommerceTransactionItem {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .identifier("SKU", \Self.sku),
        .string("description", \Self.description),
        .string("displayName", \Self.displayName),
        .object("offer", \Self.offer),
        .integer("price", \Self.price),
        .objects("refunds", \Self.refunds),
        .date("revocationDate", \Self.revocationDate),
    ]
}
