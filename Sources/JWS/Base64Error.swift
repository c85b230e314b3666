/// Why a text is not base64 as the strict forms of RFC 4648 have it.
public enum Base64Error: Error, Hashable, Sendable {
    /// A character outside the alphabet, which white space, padding and the other alphabet's characters are too.
    case character(offset: Int)
    /// The number of characters cannot come from whole bytes, or is not a multiple of four where padding is needed.
    case length(Int)
    /// The last character has bits that belong to no byte, so a second text would give the same bytes.
    case trailingBits
}

extension Base64Error: CustomStringConvertible {
    /// One line for people; holds nothing of the input.
    public var description: String {
        switch self {
        case .character(let offset): "character outside the alphabet at byte \(offset)"
        case .length(let count): "impossible length of \(count) characters"
        case .trailingBits: "unused bits of the last character are not zero"
        }
    }
}
