public import StrictJSON

/// The images for retention messages.
public struct GetImageListResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The images.
    public var imageIdentifiers: [GetImageListResponseItem]? { objects("imageIdentifiers") }
}

extension GetImageListResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .objects("imageIdentifiers", \Self.imageIdentifiers)
    ]
}
