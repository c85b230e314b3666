internal import Glibc

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

    var token: JSONToken { storage.tokens[index] }

    /// What the value is.
    public var kind: JSONKind {
        switch token.kind {
        case .object: .object
        case .array: .array
        case .number: .number
        case .true, .false: .boolean
        case .null: .null
        case .string, .name: .string
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { token.kind == .null }

    /// The text of a string, with its escapes replaced; `nil` for any other kind.
    public var string: String? { token.kind == .string ? token.text(in: storage.bytes) : nil }

    /// The number, with its text as it came; `nil` for any other kind.
    public var number: JSONNumber? {
        token.kind == .number ? JSONNumber(unchecked: token.text(in: storage.bytes)) : nil
    }

    /// The truth value of `true` and `false`; `nil` for any other kind.
    public var boolean: Bool? { kind == .boolean ? token.kind == .true : nil }

    /// The source bytes of the value, quotes and brackets included.
    public var source: ArraySlice<UInt8> {
        let token = token
        guard token.kind == .string else { return storage.bytes[token.range] }
        return storage.bytes[token.range.lowerBound - 1..<token.range.upperBound + 1]
    }

    /// The member of an object with this name, compared by bytes; `nil` when there is none or this is no object.
    public subscript(name: String) -> JSONNode? {
        guard token.kind == .object else { return nil }
        var name = name
        let found = name.withUTF8 { unsafe indexOfMember($0) }
        return found.map { JSONNode(storage: storage, index: $0) }
    }

    /// The members of an object in their order; empty for any other kind.
    public var members: JSONMembers { JSONMembers(node: token.kind == .object ? self : nil) }

    /// The elements of an array in their order; empty for any other kind.
    public var elements: JSONElements { JSONElements(node: token.kind == .array ? self : nil) }

    /// Where the value of a member is among the tokens.
    ///
    /// Payloads are read member by member, so this is the innermost loop of all: no copies, no counting of references.
    private func indexOfMember(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        unsafe storage.tokens.withUnsafeBufferPointer { tokens in
            unsafe storage.bytes.withUnsafeBufferPointer { bytes in
                let end = unsafe Int(tokens[index].next)
                var at = index + 1
                while at < end {
                    if unsafe isName(tokens[at], of: bytes, equalTo: name) { return at + 1 }
                    at = unsafe Int(tokens[at + 1].next)
                }
                return nil
            }
        }
    }

    private func isName(
        _ token: JSONToken, of bytes: UnsafeBufferPointer<UInt8>, equalTo name: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if token.isEscaped { return unsafe token.unescaped(in: storage.bytes).elementsEqual(name) }
        guard Int(token.length) == name.count else { return false }
        // Without a base address the name is empty, and so is the member's.
        guard let start = bytes.baseAddress, let nameStart = name.baseAddress else { return true }
        return unsafe memcmp(start + Int(token.offset), nameStart, name.count) == 0
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
            let name = storage.tokens[at].text(in: storage.bytes)
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
