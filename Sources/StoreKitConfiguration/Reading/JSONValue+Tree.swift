import StrictJSON

/// Reading a tree of values whose strings and numbers may still be nodes of the text they came from.
extension JSONValue {
    /// Copies a node into a tree that can be changed, with the spelling of every string and number kept.
    ///
    /// A string that the file's own layout would write with the very same bytes becomes plain text, so that it equals
    /// one that was built.
    init(keepingSpellingOf node: JSONNode) {
        switch node.kind {
        case .object:
            self = .object(node.members.map { JSONMember($0.name, JSONValue(keepingSpellingOf: $0.value)) })
        case .array: self = .array(node.elements.map { JSONValue(keepingSpellingOf: $0) })
        case .string:
            let text = JSONValue.string(node.string ?? "")
            self = ConfigurationLayout.bytes(of: text).elementsEqual(node.source) ? text : .node(node)
        default: self = JSONValue(node)
        }
    }

    /// The text of a string.
    var text: String? {
        switch self {
        case .string(let text): text
        case .node(let node): node.string
        default: nil
        }
    }

    /// The elements of an array; `nil` for any other kind.
    var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object; `nil` for any other kind.
    var members: [JSONMember]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The kind of value and, for a text or number, what it is; for a person.
    var found: String {
        switch self {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .number(let number): "the number \(PlainText.escaped(number.text, limit: 32))"
        case .string(let text): PlainText.quoted(text)
        case .array: "an array"
        case .object: "an object"
        case .node(let node): node.string.map(PlainText.quoted) ?? node.kind.rawValue
        }
    }
}
