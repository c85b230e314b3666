/// Base64 as the entries of `x5c` have it: RFC 4648, section 4, with padding and without line breaks.
public enum Base64 {
    /// Decodes a text; exactly one text stands for each byte string.
    ///
    /// - Parameter text: The characters, ASCII.
    /// - Returns: The bytes.
    /// - Throws: ``Base64Error`` for the first thing that is wrong.
    public static func decode(_ text: ArraySlice<UInt8>) throws(Base64Error) -> [UInt8] {
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let characters = text.dropLast(padding)
        guard text.count % 4 == 0 else {
            throw Base64Alphabet.standard.firstBadCharacter(in: characters) ?? .length(text.count)
        }
        return try Base64Alphabet.standard.decode(characters)
    }

    /// Decodes a text; exactly one text stands for each byte string.
    ///
    /// - Parameter text: The characters, ASCII.
    /// - Returns: The bytes.
    /// - Throws: ``Base64Error`` for the first thing that is wrong.
    public static func decode(_ text: String) throws(Base64Error) -> [UInt8] { try decode([UInt8](text.utf8)[...]) }

    /// Encodes bytes into a text.
    public static func encode(_ bytes: [UInt8]) -> String {
        let text = Base64Alphabet.standard.encode(bytes[...])
        return String(decoding: text, as: UTF8.self) + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }
}
