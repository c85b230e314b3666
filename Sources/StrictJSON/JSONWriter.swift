/// Writes JSON texts: compact or indented, members as given or sorted by name.
///
/// A compact text is always one line, even where it holds values copied from a text of several lines.
public struct JSONWriter: Sendable {
    /// Whether members are sorted by the UTF-8 bytes of their names.
    public var sortsNames: Bool
    /// Whether values stand on lines of their own, indented by two spaces.
    public var isIndented: Bool

    /// Chooses a form: compact, members as given.
    public init(sortsNames: Bool = false, isIndented: Bool = false) {
        self.sortsNames = sortsNames
        self.isIndented = isIndented
    }

    /// The UTF-8 bytes of a value.
    public func bytes(_ value: JSONValue) -> [UInt8] {
        var out: [UInt8] = []
        write(value, level: 0, into: &out)
        return out
    }

    /// The text of a value.
    public func text(_ value: JSONValue) -> String { String(decoding: bytes(value), as: UTF8.self) }

    private func write(_ value: JSONValue, level: Int, into out: inout [UInt8]) {
        switch value {
        case .null: out.append(contentsOf: "null".utf8)
        case .boolean(let value): out.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): out.append(contentsOf: number.text.utf8)
        case .string(let text): JSONWriter.quote(text, into: &out)
        case .array(let elements):
            write(elements, between: "[", and: "]", level: level, into: &out) { element, out in
                write(element, level: level + 1, into: &out)
            }
        case .object(let members):
            let sorted = sortsNames ? members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } : members
            write(sorted, between: "{", and: "}", level: level, into: &out) { member, out in
                JSONWriter.quote(member.name, into: &out)
                out.append(UInt8(ascii: ":"))
                if isIndented { out.append(UInt8(ascii: " ")) }
                write(member.value, level: level + 1, into: &out)
            }
        case .node(let node):
            // A line break can only stand between values: inside a string it must be escaped.
            if sortsNames || isIndented || node.source.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
                write(JSONValue(node), level: level, into: &out)
            } else {
                out.append(contentsOf: node.source)
            }
        }
    }

    private func write<Item>(
        _ items: [Item], between open: Character, and close: Character, level: Int, into out: inout [UInt8],
        item: (Item, inout [UInt8]) -> Void
    ) {
        out.append(contentsOf: open.utf8)
        for (position, element) in items.enumerated() {
            if position > 0 { out.append(UInt8(ascii: ",")) }
            breakLine(level + 1, into: &out)
            item(element, &out)
        }
        if !items.isEmpty { breakLine(level, into: &out) }
        out.append(contentsOf: close.utf8)
    }

    private func breakLine(_ level: Int, into out: inout [UInt8]) {
        guard isIndented else { return }
        out.append(UInt8(ascii: "\n"))
        out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    /// Quotes a string: the two characters and the control characters that must be escaped are, nothing else is.
    private static func quote(_ text: String, into out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                out.append(UInt8(ascii: "\\"))
                out.append(byte)
            case 0x0A: out.append(contentsOf: "\\n".utf8)
            case 0x0D: out.append(contentsOf: "\\r".utf8)
            case 0x09: out.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                out.append(contentsOf: "\\u00".utf8)
                out.append(contentsOf: (byte < 16 ? "0" : "").utf8)
                out.append(contentsOf: String(byte, radix: 16).utf8)
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}
