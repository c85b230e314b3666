/// A set of values the App Store may extend: a value unknown today is kept as it came.
public protocol OpenEnumeration: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible
where RawValue: Hashable & Codable & Sendable & LosslessStringConvertible {
    /// Wraps any value, known or not.
    init(rawValue: RawValue)
    /// The values known today.
    static var known: [Self] { get }
}

extension OpenEnumeration {
    /// Whether the value is one of those known today.
    public var isKnown: Bool { Self.known.contains(self) }

    /// The value as it came.
    public var description: String { String(rawValue) }
}
