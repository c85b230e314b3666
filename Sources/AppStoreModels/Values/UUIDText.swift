/// UUIDs as text (RFC 9562, section 4), which the App Store takes in either case.
package enum UUIDText {
    /// Whether a text is a UUID: 32 hexadecimal digits with four hyphens in their places.
    package static func isValid(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { place, byte in
                switch place {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default:
                    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
                }
            }
    }
}
