public import StrictJSON

/// An offer on an Advanced Commerce item.
public struct AdvancedCommerceOffer: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The length of one period of the offer.
    public var period: AdvancedCommerceOfferPeriod? { enumeration("period") }
    /// How many periods the offer lasts.
    public var periodCount: Int64? { integer("periodCount") }
    /// The price while the offer lasts, in thousandths of a unit of the currency around it.
    public var price: Int64? { integer("price") }
    /// Why the offer is made.
    public var reason: AdvancedCommerceOfferReason? { enumeration("reason") }
}

extension AdvancedCommerceOffer {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .enumeration("period", \Self.period, required: true),
        .integer("periodCount", \Self.periodCount, required: true),
        .integer("price", \Self.price, required: true),
        .enumeration("reason", \Self.reason, required: true),
    ]
}
