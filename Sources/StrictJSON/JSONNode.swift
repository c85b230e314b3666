internal import CSimdjson

/// What a JSON value is.
public enum JSONKind: String, Hashable, Sendable {
    case object, array, string, number, boolean, null
}

/// One value inside a checked JSON text; reading it copies nothing but what is asked for.
///
/// Two nodes are equal when their source bytes are.
public struct JSONNode: Sendable {
    let storage: JSONStorage
    let index: Int

    var token: csimdjson_token { storage.tokens[index] }

    /// What the value is.
    public var kind: JSONKind {
        switch csimdjson_kind(UInt32(token.kind)) {
        case CSIMDJSON_OBJECT: .object
        case CSIMDJSON_ARRAY: .array
        case CSIMDJSON_NUMBER: .number
        case CSIMDJSON_TRUE, CSIMDJSON_FALSE: .boolean
        case CSIMDJSON_NULL: .null
        default: .string
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { kind == .null }

    /// The text of a string, with its escapes replaced; `nil` for any other kind.
    public var string: String? { kind == .string ? text(of: index) : nil }

    /// The number, with its text as it came; `nil` for any other kind.
    public var number: JSONNumber? {
        guard kind == .number else { return nil }
        return JSONNumber(unchecked: text(of: index))
    }

    /// The truth value of `true` and `false`; `nil` for any other kind.
    public var boolean: Bool? { kind == .boolean ? token.kind == UInt8(CSIMDJSON_TRUE.rawValue) : nil }

    /// The source bytes of the value, quotes and brackets included.
    public var source: ArraySlice<UInt8> {
        let token = token
        let quote = kind == .string ? 1 : 0
        return storage.bytes[Int(token.offset) - quote..<Int(token.offset) + Int(token.length) + quote]
    }

    /// The member of an object with this name; `nil` when there is none or the value is not an object.
    public subscript(name: String) -> JSONNode? {
        guard kind == .object else { return nil }
        let end = Int(token.next)
        var at = index + 1
        while at < end {
            if isName(at, equalTo: name) { return JSONNode(storage: storage, index: at + 1) }
            at = Int(storage.tokens[at + 1].next)
        }
        return nil
    }

    /// The members of an object in their order; empty for any other kind.
    public var members: JSONMembers { JSONMembers(node: kind == .object ? self : nil) }

    /// The elements of an array in their order; empty for any other kind.
    public var elements: JSONElements { JSONElements(node: kind == .array ? self : nil) }

    func text(of index: Int) -> String {
        let token = storage.tokens[index]
        let slice = storage.bytes[Int(token.offset)..<Int(token.offset) + Int(token.length)]
        guard token.escaped != 0 else { return String(decoding: slice, as: UTF8.self) }
        return String(unescaping: slice)
    }

    private func isName(_ index: Int, equalTo name: String) -> Bool {
        let token = storage.tokens[index]
        guard token.escaped == 0 else { return text(of: index) == name }
        let utf8 = name.utf8
        guard utf8.count == Int(token.length) else { return false }
        return storage.bytes[Int(token.offset)..<Int(token.offset) + Int(token.length)].elementsEqual(utf8)
    }
}

extension JSONNode: Hashable {
    /// Compares source bytes.
    public static func == (left: JSONNode, right: JSONNode) -> Bool { left.source == right.source }

    /// Hashes source bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// The members of an object, in their order.
public struct JSONMembers: Sequence, Sendable {
    let node: JSONNode?

    /// Starts at the first member.
    public func makeIterator() -> Iterator {
        guard let node else { return Iterator(storage: nil, at: 0, end: 0) }
        return Iterator(storage: node.storage, at: node.index + 1, end: Int(node.token.next))
    }

    /// Walks over the members.
    public struct Iterator: IteratorProtocol {
        let storage: JSONStorage?
        var at: Int
        let end: Int

        /// The next member's name and value.
        public mutating func next() -> (name: String, value: JSONNode)? {
            guard let storage, at < end else { return nil }
            let value = JSONNode(storage: storage, index: at + 1)
            let name = JSONNode(storage: storage, index: at).text(of: at)
            at = Int(storage.tokens[at + 1].next)
            return (name, value)
        }
    }
}

/// The elements of an array, in their order.
public struct JSONElements: Sequence, Sendable {
    let node: JSONNode?

    /// Starts at the first element.
    public func makeIterator() -> Iterator {
        guard let node else { return Iterator(storage: nil, at: 0, end: 0) }
        return Iterator(storage: node.storage, at: node.index + 1, end: Int(node.token.next))
    }

    /// Walks over the elements.
    public struct Iterator: IteratorProtocol {
        let storage: JSONStorage?
        var at: Int
        let end: Int

        /// The next element.
        public mutating func next() -> JSONNode? {
            guard let storage, at < end else { return nil }
            defer { at = Int(storage.tokens[at].next) }
            return JSONNode(storage: storage, index: at)
        }
    }
}
