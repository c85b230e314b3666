internal import StrictJSON

/// How a member's value is read; the one place where JSON types are judged.
extension PayloadField {
    /// Reads a text.
    static func string(_ node: JSONNode) -> String? { node.string }

    /// How many bytes of UTF-8 an id has at most: stores find everything by ids, and their indexes have a bound.
    static let longestIdentifier = 1_000

    /// Reads an id; a number keeps every digit it came with.
    static func identifier(_ node: JSONNode) -> String? {
        (node.string ?? node.number?.text).flatMap { $0.utf8.count > longestIdentifier ? nil : $0 }
    }

    /// Reads an id that only a text may be.
    static func key(_ node: JSONNode) -> String? { node.kind == .string ? identifier(node) : nil }

    /// Reads a whole number, from a numeric text too.
    static func integer(_ node: JSONNode) -> Int64? { number(node)?.integer }

    /// Reads a moment, from a numeric text too.
    static func date(_ node: JSONNode) -> Timestamp? { number(node).flatMap(Timestamp.init) }

    /// Reads a list of texts; `nil` when any of its elements is something else.
    static func strings(_ node: JSONNode) -> [String]? {
        guard node.kind == .array else { return nil }
        var texts: [String] = []
        for element in node.elements {
            guard let text = element.string else { return nil }
            texts.append(text)
        }
        return texts
    }

    private static func number(_ node: JSONNode) -> JSONNumber? {
        node.number ?? node.string.flatMap { JSONNumber(text: $0) }
    }

    /// How the field takes a value that is present and not `null`.
    enum Reading: Hashable {
        /// The JSON type is the documented one.
        case plain
        /// The JSON type is another one, but the value can be read.
        case tolerated
        /// The value cannot be read.
        case unreadable
    }

    /// Judges a value that is present and not `null`.
    func reading(of node: JSONNode) -> Reading {
        switch kind {
        case .string where isKey: PayloadField.key(node) == nil ? .unreadable : .plain
        case .string, .stringEnumeration: node.kind == .string ? .plain : .unreadable
        case .boolean: node.kind == .boolean ? .plain : .unreadable
        case .identifier:
            PayloadField.identifier(node) == nil ? .unreadable : node.kind == .string ? .plain : .tolerated
        case .integer, .integerEnumeration: numeric(node, isReadable: PayloadField.integer(node) != nil)
        case .date: numeric(node, isReadable: isAcceptable(PayloadField.date(node)))
        case .strings: PayloadField.strings(node) == nil ? .unreadable : .plain
        case .object: node.kind == .object ? .plain : .unreadable
        case .objects: node.kind == .array && node.elements.allSatisfy { $0.kind == .object } ? .plain : .unreadable
        }
    }

    private func numeric(_ node: JSONNode, isReadable: Bool) -> Reading {
        guard isReadable else { return .unreadable }
        if node.kind == .number { return .plain }
        return strictness == .trusted ? .unreadable : .tolerated
    }

    /// A date that trust depends on is not before 1970: no clock to judge a certificate at lies there.
    private func isAcceptable(_ date: Timestamp?) -> Bool {
        guard let date else { return false }
        return strictness != .trusted || date.milliseconds >= 0
    }

    /// What is expected and what is there, in words, for a value that cannot be read.
    func mismatch(_ node: JSONNode) -> (expected: String, found: String) {
        guard kind == .identifier || isKey, let text = node.string ?? node.number?.text,
            text.utf8.count > PayloadField.longestIdentifier
        else { return (expectation, node.summary) }
        return (
            "\(expectation), of at most \(PayloadField.longestIdentifier) bytes",
            "\(node.kind.rawValue) of \(text.utf8.count) bytes"
        )
    }

    /// What is expected, in words.
    package var expectation: String {
        switch kind {
        case .string, .stringEnumeration: "a string"
        case .identifier: "a string of an id"
        case .integer, .integerEnumeration: "a whole number of 64 bits"
        case .date: strictness == .trusted ? "a number of milliseconds, not negative" : "a number of milliseconds"
        case .boolean: "true or false"
        case .strings: "an array of strings"
        case .object: "an object"
        case .objects: "an array of objects"
        }
    }
}
