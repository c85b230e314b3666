/// Why a payload cannot be taken: a field that entitlements or trust depend on is not what it must be.
public struct PayloadSchemaError: Error, Hashable, Sendable {
    /// Where the field is, such as `data.environment`; empty for the payload itself.
    public let path: String
    /// What must be there, in words.
    public let expected: String
    /// What is there: the kind of value and, for numbers only, its text.
    public let found: String

    /// Says what is wrong where.
    public init(path: String, expected: String, found: String) {
        self.path = path
        self.expected = expected
        self.found = found
    }
}

extension PayloadSchemaError: CustomStringConvertible {
    /// One line for people.
    public var description: String { "\(path.isEmpty ? "the payload" : path) must be \(expected), found \(found)" }
}
