internal import OpenSSLCrypto
internal import Testing

@Suite("ECDSA signatures in DER")
struct P256SignatureDERTests {
    @Test("What is signed in DER is read as the signature that it is")
    func roundTrip() throws {
        let key = try P256PrivateKey()
        for message in 0..<64 {
            let der = try key.signDER([UInt8(message)])
            let signature = try #require(P256Signature(der: der))
            #expect(key.publicKey.isValidSignature(signature, for: [UInt8(message)][...]))
            #expect(P256Signature(der: der + [0]) == nil)
            #expect(P256Signature(der: Array(der.dropLast())) == nil)
        }
    }

    @Test(
        "Numbers out of range, longer forms than needed and other bytes are no signature",
        arguments: [
            [], [0x30, 0], [0x30, 6, 2, 1, 0, 2, 1, 1], [0x30, 6, 2, 1, 1, 2, 1, 0], [0x30, 6, 2, 1, 0xFF, 2, 1, 1],
            [0x30, 7, 2, 2, 0, 1, 2, 1, 1], [0x30, 0x81, 6, 2, 1, 1, 2, 1, 1], [UInt8](repeating: 0x30, count: 100),
        ] as [[UInt8]])
    func refused(_ der: [UInt8]) { #expect(P256Signature(der: der) == nil) }

    @Test("The smallest signature is read")
    func smallest() throws {
        let signature = try #require(P256Signature(der: [0x30, 6, 2, 1, 1, 2, 1, 1]))
        #expect(signature.bytes[31] == 1 && signature.bytes[63] == 1)
    }
}
