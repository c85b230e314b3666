internal import StrictJSON

/// Why a payload cannot be taken: a field that entitlements or trust depend on is not what it must be.
public struct PayloadSchemaError: Error, Hashable, Sendable {
    /// Where the field is, such as `data.environment`; empty for the payload itself.
    public let path: String
    /// What must be there, in words.
    public let expected: String
    /// What is there: the kind of JSON value, and a number's text. Texts are never repeated.
    public let found: String

    init(path: String, expected: String, found: String) {
        self.path = path
        self.expected = expected
        self.found = found
    }

    /// A value in words that may be logged.
    static func summary(of node: JSONNode) -> String {
        guard let text = node.number?.text else { return node.kind.rawValue }
        return "number \(text.prefix(32))\(text.utf8.count > 32 ? "…" : "")"
    }
}

extension PayloadSchemaError: CustomStringConvertible {
    /// One line for people.
    public var description: String { "\(path.isEmpty ? "the payload" : path) must be \(expected), found \(found)" }
}
