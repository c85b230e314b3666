/// The fields of a request's or a response's head, in the order they came (RFC 9110, section 5).
package struct HTTPFields: Hashable, Sendable {
    /// Name and value as they came; a name may occur several times.
    package struct Field: Hashable, Sendable {
        /// The name in the sender's spelling.
        package let name: String
        /// The value without surrounding white space; bytes that are not UTF-8 are replaced.
        package let value: String
    }

    /// All fields.
    package private(set) var all: [Field] = []

    /// No fields.
    package init() {}

    /// Fields from pairs of name and value.
    package init(_ pairs: [(String, String)]) {
        all = pairs.map { Field(name: $0.0, value: $0.1) }
    }

    /// Adds a field after the others.
    package mutating func append(_ name: String, _ value: String) {
        all.append(Field(name: name, value: value))
    }

    /// The first value of a name, whatever the case of its letters.
    package subscript(name: String) -> String? {
        all.first { Self.isSame($0.name, name) }?.value
    }

    /// Every value of a name, whatever the case of its letters.
    package func values(_ name: String) -> [String] {
        all.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Whether two names differ in the case of ASCII letters at most.
    static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lowercase($0) == lowercase($1) }
    }

    /// Whether the bytes are a token (RFC 9110, section 5.6.2), as methods and field names must be.
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { isTokenByte($0) }
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
