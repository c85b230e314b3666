public import StrictJSON

/// The default message of a product in a locale.
public struct DefaultConfigurationResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The message's identifier, a UUID.
    public var messageIdentifier: String? { string("messageIdentifier") }
}

extension DefaultConfigurationResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("messageIdentifier", \Self.messageIdentifier)
    ]
}
