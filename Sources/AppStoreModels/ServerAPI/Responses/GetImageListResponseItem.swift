public import StrictJSON

/// An image for retention messages.
public struct GetImageListResponseItem: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Its identifier, a UUID.
    public var imageIdentifier: String? { string("imageIdentifier") }
    /// Whether it is approved.
    public var imageState: ImageState? { enumeration("imageState") }
    /// What it is for.
    public var imageSize: ImageSize? { enumeration("imageSize") }
}

extension GetImageListResponseItem {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("imageIdentifier", \Self.imageIdentifier),
        .enumeration("imageState", \Self.imageState),
        .enumeration("imageSize", \Self.imageSize),
    ]
}
