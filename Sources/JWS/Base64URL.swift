/// Base64url as RFC 7515, section 2, wants it: RFC 4648, section 5, without padding, line breaks or white space.
public enum Base64URL {
    /// Decodes a text; exactly one text stands for each byte string.
    ///
    /// - Parameter text: The characters, ASCII.
    /// - Returns: The bytes.
    /// - Throws: ``Base64Error`` for the first thing that is wrong.
    public static func decode(_ text: ArraySlice<UInt8>) throws(Base64Error) -> [UInt8] {
        try Base64Alphabet.url.decode(text)
    }

    /// Decodes a text; exactly one text stands for each byte string.
    ///
    /// - Parameter text: The characters, ASCII.
    /// - Returns: The bytes.
    /// - Throws: ``Base64Error`` for the first thing that is wrong.
    public static func decode(_ text: String) throws(Base64Error) -> [UInt8] { try decode([UInt8](text.utf8)[...]) }

    /// Encodes bytes into characters, ASCII.
    public static func encodedBytes(_ bytes: ArraySlice<UInt8>) -> [UInt8] { Base64Alphabet.url.encode(bytes) }

    /// Encodes bytes into a text.
    public static func encode(_ bytes: [UInt8]) -> String { String(decoding: encodedBytes(bytes[...]), as: UTF8.self) }
}
