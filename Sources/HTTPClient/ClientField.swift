/// One field of the head of a request or a response (RFC 9110, section 5).
package struct ClientField: Hashable, Sendable {
    /// The name as it was given or came.
    package let name: String
    /// The value without white space around it; bytes that are not UTF-8 are replaced.
    package let value: String

    /// Holds a name and a value.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field has a name, whatever the case of its ASCII letters.
    package func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count
            && zip(name.utf8, other.utf8).allSatisfy { Self.lowercase($0) == Self.lowercase($1) }
    }

    /// Whether the bytes are a token (RFC 9110, section 5.6.2), as methods and names must be.
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { isTokenByte($0) }
    }

    /// Whether the bytes can be a value: no control character but the tab (RFC 9110, section 5.5).
    static func isValue(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
