/// A parameter of a query; the same name may occur more than once.
public struct ServerAPIQueryItem: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value, not yet encoded.
    public let value: String

    /// Pairs a name with a value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
