public import StrictJSON

/// Why a text is no action.
public enum StoreActionError: Error, Hashable, Sendable {
    /// The bytes are not JSON.
    case json(JSONError)
    /// It is not an object.
    case notAnObject
    /// A member that must be there is missing.
    case missing(String)
    /// No action has the name; the nearest one that has.
    case unknownAction(String, nearest: String?)
    /// The action has no such member; the nearest one that it has.
    case unknownMember(String, of: String, nearest: String?)
    /// A member's value is not what it must be.
    case invalidValue(String, expected: String)
    /// Two members that exclude each other.
    case conflict(String, String)
}

extension StoreActionError: CustomStringConvertible {
    /// One or two lines for people.
    public var description: String {
        switch self {
        case .json(let error): "the action is not JSON: \(error)"
        case .notAnObject: "an action is a JSON object"
        case .missing(let name): "\"\(name)\" is missing"
        case .unknownAction(let name, let nearest):
            "no action is called \"\(name.prefix(40))\""
                + StoreActionError.hint(nearest, among: StoreAction.forms.map(\.name))
        case .unknownMember(let name, let action, let nearest):
            "\(action) has no \"\(name.prefix(40))\""
                + StoreActionError.hint(nearest, among: StoreAction.forms.first { $0.name == action }?.members ?? [])
        case .invalidValue(let name, let expected): "\"\(name)\" must be \(expected)"
        case .conflict(let left, let right): "\"\(left)\" and \"\(right)\" exclude each other"
        }
    }

    /// The nearest name there is, or where none is near all that there are.
    private static func hint(_ nearest: String?, among names: [String]) -> String {
        if let nearest { return "\ndid you mean \"\(nearest)\"?" }
        return names.isEmpty ? "; it has no members" : "; there are \(names.joined(separator: ", "))"
    }
}
