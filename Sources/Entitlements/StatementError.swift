public import AppStoreModels
public import StrictJSON

/// Why the bytes of a payload are no statement about a fact.
public enum StatementError: Error, Hashable, Sendable {
    /// The bytes are not JSON.
    case json(JSONError)
    /// A field that answers depend on is not what it must be.
    case schema(PayloadSchemaError)
    /// The payload does not say what it is about: its transaction id, or the line's, is missing or empty.
    case identityMissing(FactKind)
    /// The text kept for a store status has no status.
    case statusMissing
}

extension StatementError: CustomStringConvertible {
    /// One line for people; holds nothing of the payload's texts.
    public var description: String {
        switch self {
        case .json(let error): "the payload is not JSON: \(error)"
        case .schema(let error): "the payload is not understood: \(error)"
        case .identityMissing(let kind): "the \(kind.rawValue) does not say what it is about"
        case .statusMissing: "the store status has no status"
        }
    }
}
