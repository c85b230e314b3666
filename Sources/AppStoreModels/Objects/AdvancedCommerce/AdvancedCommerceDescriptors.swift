public import StrictJSON

/// Name and description of an Advanced Commerce purchase.
public struct AdvancedCommerceDescriptors: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The description.
    public var description: String? { string("description") }
    /// The name shown to customers.
    public var displayName: String? { string("displayName") }
}

extension AdvancedCommerceDescriptors {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("description", \Self.description, required: true),
        .string("displayName", \Self.displayName, required: true),
    ]
}
