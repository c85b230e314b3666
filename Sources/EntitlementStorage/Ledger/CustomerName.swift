internal import Entitlements

/// The ids that an operator gives customers.
package enum CustomerName {
    /// How many bytes one may have.
    package static let limit = 255

    /// The form in which an id is kept: a UUID, which may be a token, in lower case, any other text as it is.
    package static func canonical(_ id: String) -> String {
        isUUID(id) ? AppAccountToken.normalized(id) ?? id : id
    }

    /// Whether a text can be the id of a customer: the zero UUID, which some clients send for "nobody", is none.
    package static func isAcceptable(_ id: String) -> Bool {
        (1...limit).contains(id.utf8.count) && AppAccountToken.normalized(id) != nil
            && isPlain(id)
    }

    /// Whether a text has neither control characters nor such as end a line, or change how those around them are shown.
    package static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
    }

    /// Whether a text has the form of a UUID (RFC 9562, section 4).
    package static func isUUID(_ id: String) -> Bool {
        id.utf8.count == 36
            && id.utf8.enumerated().allSatisfy { place, byte in
                switch byte {
                case UInt8(ascii: "-"): [8, 13, 18, 23].contains(place)
                case 0x30...0x39, 0x41...0x46, 0x61...0x66: ![8, 13, 18, 23].contains(place)
                default: false
                }
            }
    }
}
