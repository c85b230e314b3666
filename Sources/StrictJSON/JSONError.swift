/// Why a text is not acceptable JSON.
///
/// Offsets count bytes from the start of the input.
public enum JSONError: Error, Hashable, Sendable {
    /// There is nothing but white space.
    case empty
    /// Some bytes are not UTF-8 (RFC 8259, section 8.1).
    case invalidUTF8
    /// The text begins with a byte order mark, which must not be added (RFC 8259, section 8.1).
    case byteOrderMark
    /// A value, comma, colon or bracket was expected at `offset`, or the text ended too early.
    case syntax(offset: Int)
    /// A string is not closed, has a control character or a bad escape, or names half a surrogate pair.
    case string(offset: Int)
    /// A number breaks the grammar of RFC 8259, section 6.
    case number(offset: Int)
    /// Something follows the value.
    case trailingBytes(offset: Int)
    /// An object has two members of one name.
    case duplicateName(offset: Int)
    /// Containers are nested more deeply than `limit`.
    case tooDeep(limit: Int)
    /// The text is longer than `limit` bytes, or holds more tokens than allowed.
    case tooLarge(limit: Int)
    /// Memory could not be had.
    case outOfMemory
}

extension JSONError: CustomStringConvertible {
    /// One line for people; holds nothing of the input.
    public var description: String {
        switch self {
        case .empty: "the text is empty"
        case .invalidUTF8: "the text is not valid UTF-8"
        case .byteOrderMark: "the text begins with a byte order mark"
        case .syntax(let offset): "syntax error at byte \(offset)"
        case .string(let offset): "malformed string at byte \(offset)"
        case .number(let offset): "malformed number at byte \(offset)"
        case .trailingBytes(let offset): "unexpected bytes after the value, at byte \(offset)"
        case .duplicateName(let offset): "member name used twice, at byte \(offset)"
        case .tooDeep(let limit): "nested more than \(limit) levels deep"
        case .tooLarge(let limit): "larger than the limit of \(limit)"
        case .outOfMemory: "out of memory"
        }
    }
}
