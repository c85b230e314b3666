/// Where the header of a retention message stands.
public struct HeaderPosition: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Above the text; what holds where nothing is said.
    public static let aboveBody = Self(rawValue: "ABOVE_BODY")
    /// Above the image, which there must be.
    public static let aboveImage = Self(rawValue: "ABOVE_IMAGE")

    /// The values known today.
    public static let known: [Self] = [.aboveBody, .aboveImage]
}
