/// One value or member name of a checked text.
struct JSONToken: Sendable {
    /// What a token is.
    enum Kind: UInt8, Sendable {
        case object, array, name, string, number, `true`, `false`, null
    }

    /// Where it starts, in bytes; behind the opening quote of strings and names.
    var offset: UInt32
    /// How many bytes it has; without the quotes of strings and names, with both brackets of containers.
    var length: UInt32
    /// The index of the first token behind it and all that it contains.
    var next: UInt32
    /// What it is.
    var kind: Kind
    /// Whether a string or name has escapes.
    var isEscaped = false

    /// The bytes it spans.
    var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
}

extension JSONToken {
    /// The bytes of a string or name with escapes replaced.
    func unescaped(in bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard isEscaped, let replaced = JSONEscapes.replaced(in: bytes, range) else { return bytes[range] }
        return replaced[...]
    }

    /// The text of a string, name or number.
    func text(in bytes: [UInt8]) -> String { String(decoding: unescaped(in: bytes), as: UTF8.self) }
}
