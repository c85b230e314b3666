public import StrictJSON

/// Something odd about a member of a payload that could be taken all the same.
public struct PayloadNote: Hashable, Sendable {
    /// What is odd.
    public enum Reason: Hashable, Sendable {
        /// The value was read, though its JSON type is not the documented one.
        case otherType(found: JSONKind)
        /// The value could not be read and counts as absent.
        case unreadable(expected: String, found: String)
        /// Apple documents the member as always present, and it is not there.
        case missing
    }

    /// Where the member is, such as `data.appAppleId`.
    public let path: String
    /// What is odd.
    public let reason: Reason

    /// Says what is odd where.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension PayloadNote: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch reason {
        case .otherType(let found): "\(path) came as a \(found.rawValue)"
        case .unreadable(let expected, let found): "\(path) should be \(expected), found \(found); taken as absent"
        case .missing: "\(path) is missing"
        }
    }
}
