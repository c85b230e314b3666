/// A member of an object.
public struct JSONMember: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Pairs a name with a value.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// A JSON value to be written; the order of members and the text of numbers are kept.
public enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
    /// A value copied from a checked text: as it stands there, or re-written where the writer's form asks for it.
    case node(JSONNode)

    /// Writes an integer.
    public static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// Writes a string, or `null` when there is none.
    public static func optional(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

    /// Writes an integer, or `null` when there is none.
    public static func optional(_ value: Int64?) -> JSONValue {
        guard let value else { return .null }
        return .integer(value)
    }

    /// Writes a truth value, or `null` when there is none.
    public static func optional(_ value: Bool?) -> JSONValue { value.map(JSONValue.boolean) ?? .null }

    /// Copies a node into a tree of values.
    public init(_ node: JSONNode) {
        switch node.kind {
        case .object: self = .object(node.members.map { JSONMember($0.name, JSONValue($0.value)) })
        case .array: self = .array(node.elements.map { JSONValue($0) })
        case .string: self = .string(node.string ?? "")
        case .number: self = node.number.map(JSONValue.number) ?? .null
        case .boolean: self = .boolean(node.boolean ?? false)
        case .null: self = .null
        }
    }

    /// The member of an object with this name; `nil` when there is none or the value is not an object.
    ///
    /// Setting replaces the member where it stands or adds it at the end; setting `nil` removes it.
    public subscript(name: String) -> JSONValue? {
        get {
            switch self {
            case .object(let members): members.first { $0.name == name }?.value
            case .node(let node): node[name].map(JSONValue.node)
            default: nil
            }
        }
        set {
            var members: [JSONMember] = []
            switch self {
            case .object(let held): members = held
            case .node(let node): if case .object(let held) = JSONValue(node) { members = held }
            default: break
            }
            if let at = members.firstIndex(where: { $0.name == name }) {
                if let newValue { members[at].value = newValue } else { members.remove(at: at) }
            } else if let newValue {
                members.append(JSONMember(name, newValue))
            }
            self = .object(members)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object whose members keep the order written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}
