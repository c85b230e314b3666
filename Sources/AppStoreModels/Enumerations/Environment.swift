/// Where a payload was signed for; one environment never speaks about another.
public struct Environment: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The App Store.
    public static let production = Self(rawValue: "Production")
    /// Sandbox accounts and TestFlight.
    public static let sandbox = Self(rawValue: "Sandbox")
    /// StoreKit testing in Xcode, signed on the developer's machine.
    public static let xcode = Self(rawValue: "Xcode")
    /// Unit tests; no server ever sends it.
    public static let localTesting = Self(rawValue: "LocalTesting")

    /// The values known today.
    public static let known: [Self] = [.production, .sandbox, .xcode, .localTesting]
}
