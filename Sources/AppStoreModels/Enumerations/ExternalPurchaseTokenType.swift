/// What a token for purchases outside the App Store is for.
public struct ExternalPurchaseTokenType: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Acquisition.
    public static let acquisition = Self(rawValue: "ACQUISITION")
    /// Services of the store.
    public static let services = Self(rawValue: "SERVICES")
    /// Purchases in the app.
    public static let inApp = Self(rawValue: "IN_APP")
    /// Links out of the app.
    public static let linkOut = Self(rawValue: "LINK_OUT")

    /// The values known today.
    public static let known: [Self] = [.acquisition, .services, .inApp, .linkOut]
}
