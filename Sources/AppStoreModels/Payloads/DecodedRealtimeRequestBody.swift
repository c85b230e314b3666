public import StrictJSON

/// A question for a retention message, asked while a customer is about to cancel.
public struct DecodedRealtimeRequestBody: AppStorePayload {
    /// Which of the signed payloads it is.
    public static let kind = PayloadKind.realtimeRequest
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The id of the line of purchases about to be cancelled.
    public var originalTransactionId: String? { identifier("originalTransactionId") }
    /// The app's Apple id.
    public var appAppleId: Int64? { integer("appAppleId") }
    /// The subscription about to be cancelled.
    public var productId: String? { identifier("productId") }
    /// The locale of the device, such as `en-US`.
    public var userLocale: String? { string("userLocale") }
    /// The id of this request; a UUID as text.
    public var requestIdentifier: String? { string("requestIdentifier") }
    /// The environment of the request.
    public var environment: Environment? { enumeration("environment") }
    /// The moment of signing.
    public var signedDate: Timestamp? { date("signedDate") }
}

extension DecodedRealtimeRequestBody {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .identifier("originalTransactionId", \Self.originalTransactionId, .essential, required: true),
        .integer("appAppleId", \Self.appAppleId, .essential, required: true),
        .identifier("productId", \Self.productId, required: true),
        .string("userLocale", \Self.userLocale, required: true),
        .string("requestIdentifier", \Self.requestIdentifier, .essential, required: true),
        .enumeration("environment", \Self.environment, .trusted, required: true),
        .date("signedDate", \Self.signedDate, .trusted, required: true),
    ]
}
