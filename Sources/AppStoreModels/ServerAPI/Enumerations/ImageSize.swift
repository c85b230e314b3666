/// What an image of retention messages is for.
public struct ImageSize: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The image of the message itself.
    public static let fullSize = Self(rawValue: "FULL_SIZE")
    /// A small one beside a bullet point.
    public static let bulletPoint = Self(rawValue: "BULLET_POINT")

    /// The values known today.
    public static let known: [Self] = [.fullSize, .bulletPoint]
}
