public import StrictJSON

/// A retention message.
public struct GetMessageListResponseItem: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Its identifier, a UUID.
    public var messageIdentifier: String? { string("messageIdentifier") }
    /// Whether it is approved.
    public var messageState: MessageState? { enumeration("messageState") }
}

extension GetMessageListResponseItem {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("messageIdentifier", \Self.messageIdentifier),
        .enumeration("messageState", \Self.messageState),
    ]
}
