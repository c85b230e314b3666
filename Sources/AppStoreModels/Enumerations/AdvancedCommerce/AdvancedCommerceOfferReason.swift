/// Why an Advanced Commerce offer is made.
public struct AdvancedCommerceOfferReason: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// To win a customer.
    public static let acquisition = Self(rawValue: "ACQUISITION")
    /// To win a customer back.
    public static let winBack = Self(rawValue: "WIN_BACK")
    /// To keep a customer.
    public static let retention = Self(rawValue: "RETENTION")

    /// The values known today.
    public static let known: [Self] = [.acquisition, .winBack, .retention]
}
