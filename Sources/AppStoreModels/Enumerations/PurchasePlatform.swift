/// The platform an app was first obtained on.
public struct PurchasePlatform: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// iOS and iPadOS.
    public static let iOS = Self(rawValue: "iOS")
    /// macOS.
    public static let macOS = Self(rawValue: "macOS")
    /// tvOS.
    public static let tvOS = Self(rawValue: "tvOS")
    /// visionOS.
    public static let visionOS = Self(rawValue: "visionOS")

    /// The values known today.
    public static let known: [Self] = [.iOS, .macOS, .tvOS, .visionOS]
}
