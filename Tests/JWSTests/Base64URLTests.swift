import JWS
import TestSupport
import Testing

@Suite struct Base64URLTests {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    @Test("The examples of RFC 4648 decode, without their padding")
    func examples() throws {
        let examples = [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ]
        for (bytes, text) in examples {
            #expect(try Base64URL.decode(text) == [UInt8](bytes.utf8))
            #expect(Base64URL.encode([UInt8](bytes.utf8)) == text)
        }
    }

    @Test("Bytes of every value and texts of every length survive encoding and decoding", arguments: 0...11)
    func roundTrip(length: Int) throws {
        var generator = SeededGenerator(seed: UInt64(length))
        for first in UInt8.min...UInt8.max {
            let bytes = length == 0 ? [] : [first] + generator.bytes(length - 1)
            let text = Base64URL.encode(bytes)
            #expect(text.utf8.allSatisfy { Base64URLTests.alphabet.contains($0) })
            #expect(try Base64URL.decode(text) == bytes)
        }
    }

    @Test("Every byte outside the alphabet is refused at every place", arguments: 0..<8)
    func alphabet(place: Int) throws {
        for byte in UInt8.min...UInt8.max {
            for length in [4, 6, 7, 8] where place < length {
                var text = [UInt8](repeating: UInt8(ascii: "A"), count: length)
                text[place] = byte
                if Base64URLTests.alphabet.contains(byte) {
                    // Only the last character of an incomplete group may then have bits that belong to no byte.
                    if length % 4 == 0 || place < length - 1 { #expect(throws: Never.self) { try decode(text) } }
                } else {
                    #expect(throws: Base64Error.character(offset: place)) { try decode(text) }
                }
            }
        }
    }

    @Test("A single character more than whole groups is refused")
    func length() {
        for length in stride(from: 1, through: 41, by: 4) {
            let text = [UInt8](repeating: UInt8(ascii: "A"), count: length)
            #expect(throws: Base64Error.length(length)) { try decode(text) }
        }
    }

    @Test("Bits of the last character that belong to no byte must be zero")
    func trailingBits() throws {
        for (number, character) in Base64URLTests.alphabet.enumerated() {
            for (prefix, unused) in [([UInt8]("A".utf8), 15), ([UInt8]("AAA".utf8) + [65, 65, 65], 3)] {
                let text = prefix.count == 1 ? prefix + [character] : Array(prefix) + [character]
                if number & unused == 0 {
                    #expect(throws: Never.self) { try decode(text) }
                } else {
                    #expect(throws: Base64Error.trailingBits) { try decode(text) }
                }
            }
        }
    }

    @Test(
        "Padding, white space and the other alphabet are refused",
        arguments: [
            ("Zg==", Base64Error.character(offset: 2)), ("Zm8=", .character(offset: 3)),
            (" Zm9v", .character(offset: 0)),
            ("Zm 9v", .character(offset: 2)), ("Zm9v\n", .character(offset: 4)), ("Zm9v\r\n", .character(offset: 4)),
            ("Zm9\t", .character(offset: 3)), ("-_+A", .character(offset: 2)), ("-_/A", .character(offset: 2)),
            ("Zm9v====", .character(offset: 4)), ("Zm9v\u{0}\u{0}", .character(offset: 4)),
        ])
    func refused(text: String, error: Base64Error) {
        #expect(throws: error) { try Base64URL.decode(text) }
    }

    @Test("A slice is decoded for itself, with offsets from its own start")
    func slices() throws {
        let bytes = [UInt8]("....Zm9v....".utf8)
        #expect(try Base64URL.decode(bytes[4..<8]) == [UInt8]("foo".utf8))
        #expect(throws: Base64Error.character(offset: 2)) { try Base64URL.decode(bytes[6..<10]) }
    }

    private func decode(_ text: [UInt8]) throws(Base64Error) { _ = try Base64URL.decode(text[...]) }
}
