/// How a performance test stands.
public struct PerformanceTestStatus: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is under way.
    public static let pending = Self(rawValue: "PENDING")
    /// It passed.
    public static let pass = Self(rawValue: "PASS")
    /// It failed.
    public static let fail = Self(rawValue: "FAIL")

    /// The values known today.
    public static let known: [Self] = [.pending, .pass, .fail]
}
