public import StrictJSON

/// The answer to Get Test Notification Status.
public struct CheckTestNotificationResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The test notification, signed.
    public var signedPayload: String? { string("signedPayload") }
    /// The attempts, up to six.
    public var sendAttempts: [SendAttemptItem]? { objects("sendAttempts") }
    /// How the first attempt ended; deprecated.
    public var firstSendAttemptResult: SendAttemptResult? { enumeration("firstSendAttemptResult") }
}

extension CheckTestNotificationResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("signedPayload", \Self.signedPayload, .essential),
        .objects("sendAttempts", \Self.sendAttempts),
        .enumeration("firstSendAttemptResult", \Self.firstSendAttemptResult),
    ]
}
