/// Whether what was bought was delivered, in the first version of the endpoint.
public struct DeliveryStatusV1: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It was delivered and works.
    public static let deliveredAndWorkingProperly = Self(rawValue: 0)
    /// It had a fault.
    public static let didNotDeliverDueToQualityIssue = Self(rawValue: 1)
    /// It was the wrong item.
    public static let deliveredWrongItem = Self(rawValue: 2)
    /// The server was down.
    public static let didNotDeliverDueToServerOutage = Self(rawValue: 3)
    /// The currency of the game changed.
    public static let didNotDeliverDueToInGameCurrencyChange = Self(rawValue: 4)
    /// Another reason kept it from being delivered.
    public static let didNotDeliverForOtherReason = Self(rawValue: 5)

    /// The values known today.
    public static let known: [Self] = [
        .deliveredAndWorkingProperly, .didNotDeliverDueToQualityIssue, .deliveredWrongItem,
        .didNotDeliverDueToServerOutage, .didNotDeliverDueToInGameCurrencyChange, .didNotDeliverForOtherReason,
    ]
}
