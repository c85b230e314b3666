public import StrictJSON

/// The answer to Request a Test Notification.
public struct SendTestNotificationResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// By which the result is asked.
    public var testNotificationToken: String? { string("testNotificationToken") }
}

extension SendTestNotificationResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("testNotificationToken", \Self.testNotificationToken, .essential)
    ]
}
