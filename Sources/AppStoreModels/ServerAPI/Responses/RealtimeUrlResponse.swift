public import StrictJSON

/// Where the App Store asks which retention message to show.
public struct RealtimeUrlResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The URL.
    public var realtimeURL: String? { string("realtimeURL") }
}

extension RealtimeUrlResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("realtimeURL", \Self.realtimeURL)
    ]
}
