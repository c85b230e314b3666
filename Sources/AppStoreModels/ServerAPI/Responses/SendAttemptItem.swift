public import StrictJSON

/// One attempt of the App Store to deliver a notification.
public struct SendAttemptItem: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// When it was made.
    public var attemptDate: Timestamp? { date("attemptDate") }
    /// How it ended.
    public var sendAttemptResult: SendAttemptResult? { enumeration("sendAttemptResult") }
}

extension SendAttemptItem {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .date("attemptDate", \Self.attemptDate),
        .enumeration("sendAttemptResult", \Self.sendAttemptResult),
    ]
}
