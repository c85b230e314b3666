/// Texts as parts of a URL (RFC 3986, section 2.1).
package enum URLText {
    /// The longest value of a path, in bytes; Apple's identifiers have up to 128 characters.
    private static let longestSegment = 1024

    /// A value as one segment of a path.
    ///
    /// - Throws: ``ServerAPIError``, `invalidRequest`: an empty value would ask something else, and clients take dots out
    ///   of paths, encoded or not.
    static func segment(_ value: String, name: String) throws(ServerAPIError) -> String {
        guard !value.isEmpty else { throw .invalidRequest(RequestMistake(name, "is empty")) }
        guard value != ".", value != ".." else { throw .invalidRequest(RequestMistake(name, "is no identifier")) }
        guard value.utf8.count <= longestSegment else {
            throw .invalidRequest(RequestMistake(name, "has more than \(longestSegment) bytes"))
        }
        return encoded(value)
    }

    /// A text in which everything but letters, digits and the unreserved marks is escaped.
    package static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
