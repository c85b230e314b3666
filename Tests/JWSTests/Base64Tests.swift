import JWS
import TestSupport
import Testing

@Suite struct Base64Tests {
    @Test("The examples of RFC 4648 decode")
    func examples() throws {
        let examples = [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
        for (bytes, text) in examples {
            #expect(try Base64.decode(text) == [UInt8](bytes.utf8))
            #expect(Base64.encode([UInt8](bytes.utf8)) == text)
        }
    }

    @Test("Bytes of every length survive encoding and decoding", arguments: 0...67)
    func roundTrip(length: Int) throws {
        var generator = SeededGenerator(seed: UInt64(length))
        for _ in 0..<50 {
            let bytes = generator.bytes(length)
            #expect(try Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }

    @Test(
        "Missing or misplaced padding, white space, unused bits and the other alphabet are refused",
        arguments: [
            ("Zg", Base64Error.length(2)), ("Zg=", .length(3)), ("Zg===", .character(offset: 2)), ("Zm8", .length(3)),
            ("Zh==", .trailingBits), ("Zm9=", .trailingBits), ("Z===", .character(offset: 1)),
            ("====", .character(offset: 0)), ("Zg==Zg==", .character(offset: 2)),
            ("Zm9v\n", .character(offset: 4)), ("Zm9v\n\n\n\n", .character(offset: 4)), ("-_-_", .character(offset: 0)),
            ("Zm=v", .character(offset: 2)),
        ])
    func refused(text: String, error: Base64Error) {
        #expect(throws: error) { try Base64.decode(text) }
    }
}
