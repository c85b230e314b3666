/// Whether what was bought was delivered.
public struct DeliveryStatus: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It was delivered and works.
    public static let delivered = Self(rawValue: "DELIVERED")
    /// It had a fault.
    public static let undeliveredQualityIssue = Self(rawValue: "UNDELIVERED_QUALITY_ISSUE")
    /// It was the wrong item.
    public static let undeliveredWrongItem = Self(rawValue: "UNDELIVERED_WRONG_ITEM")
    /// The server was down.
    public static let undeliveredServerOutage = Self(rawValue: "UNDELIVERED_SERVER_OUTAGE")
    /// Another reason kept it from being delivered.
    public static let undeliveredOther = Self(rawValue: "UNDELIVERED_OTHER")

    /// The values known today.
    public static let known: [Self] = [
        .delivered, .undeliveredQualityIssue, .undeliveredWrongItem, .undeliveredServerOutage, .undeliveredOther,
    ]
}
