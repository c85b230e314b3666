public import StrictJSON

/// One thing that the next period of an Advanced Commerce subscription consists of.
public struct AdvancedCommerceRenewalItem: AppStoreObject {
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
    /// The price, in thousandths of a unit of the renewal's currency.
    public var price: Int64? { integer("price") }
    /// A price increase that waits.
    public var priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo? { object("priceIncreaseInfo") }
}

extension AdvancedCommerceRenewalItem {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .identifier("SKU", \Self.sku),
        .string("description", \Self.description),
        .string("displayName", \Self.displayName),
        .object("offer", \Self.offer),
        .integer("price", \Self.price),
        .object("priceIncreaseInfo", \Self.priceIncreaseInfo),
    ]
}
