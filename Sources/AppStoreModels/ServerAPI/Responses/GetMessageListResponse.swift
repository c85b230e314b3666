public import StrictJSON

/// The retention messages.
public struct GetMessageListResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The messages.
    public var messageIdentifiers: [GetMessageListResponseItem]? { objects("messageIdentifiers") }
}

extension GetMessageListResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .objects("messageIdentifiers", \Self.messageIdentifiers)
    ]
}
