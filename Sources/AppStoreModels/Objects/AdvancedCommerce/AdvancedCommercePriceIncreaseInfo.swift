public import StrictJSON

/// A price increase of an Advanced Commerce item that waits.
public struct AdvancedCommercePriceIncreaseInfo: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The items whose prices rise together with this one.
    public var dependentSKUs: [String]? { strings("dependentSKUs") }
    /// The new price, in thousandths of a unit of the renewal's currency.
    public var price: Int64? { integer("price") }
    /// How the increase stands.
    public var status: AdvancedCommercePriceIncreaseStatus? { enumeration("status") }
}

extension AdvancedCommercePriceIncreaseInfo {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .strings("dependentSKUs", \Self.dependentSKUs),
        .integer("price", \Self.price),
        .enumeration("status", \Self.status),
    ]
}
