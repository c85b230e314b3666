import Testing

@testable import OpenSSLCrypto

@Suite struct P256PublicKeyTests {
    @Test("A key survives all its forms")
    func forms() throws {
        let key = try P256PrivateKey().publicKey
        #expect(key.x963.count == 65)
        #expect(try P256PublicKey(spki: key.spki) == key)
        #expect(try P256PublicKey(x963: key.x963) == key)
        #expect(try P256PublicKey(x: Array(key.x963[1..<33]), y: Array(key.x963[33...])) == key)
        #expect(try PEM.blocks(in: key.pem, label: "PUBLIC KEY") == [key.spki])
    }

    @Test("A compressed point is the same key")
    func compressed() throws {
        let plain = try P256PublicKey(spki: der(PEMTexts.publicKey))
        #expect(try P256PublicKey(spki: der(PEMTexts.compressedPublicKey)) == plain)
    }

    @Test("Explicit parameters that equal the curve's are refused")
    func explicit() throws {
        let spki = try der(PEMTexts.publicKeyWithExplicitParameters)
        #expect(throws: OpenSSLError.unsupportedKey(.other("EC with explicit parameters"))) {
            try P256PublicKey(spki: spki)
        }
    }

    @Test("Bytes after the info are refused")
    func trailing() throws {
        let spki = try der(PEMTexts.publicKey)
        #expect(throws: OpenSSLError.trailingBytes(1)) { try P256PublicKey(spki: spki + [0]) }
    }

    @Test("A point that is not on the curve is refused, and so are the wrong form and length")
    func points() throws {
        let key = try P256PrivateKey().publicKey
        var moved = key.x963
        moved[64] ^= 1
        #expect(throws: OpenSSLError.self) { try P256PublicKey(x963: moved) }
        #expect(throws: OpenSSLError.self) {
            try P256PublicKey(x: Array(repeating: 0, count: 32), y: Array(repeating: 0, count: 32))
        }
        #expect(throws: OpenSSLError.self) {
            try P256PublicKey(x: Array(repeating: 255, count: 32), y: Array(repeating: 255, count: 32))
        }
        var prefixed = key.x963
        prefixed[0] = 5
        #expect(throws: OpenSSLError.self) { try P256PublicKey(x963: prefixed) }
        #expect(throws: OpenSSLError.length(expected: 65, found: 64)) { try P256PublicKey(x963: key.x963.dropLast()) }
        #expect(throws: OpenSSLError.length(expected: 65, found: 1)) { try P256PublicKey(x963: [0]) }
        #expect(throws: OpenSSLError.length(expected: 32, found: 31)) {
            try P256PublicKey(x: Array(key.x963[2..<33]), y: Array(key.x963[33...]))
        }
        #expect(throws: OpenSSLError.length(expected: 32, found: 33)) {
            try P256PublicKey(x: Array(key.x963[1..<33]), y: [0] + key.x963[33...])
        }
    }

    private func der(_ pem: String) throws -> [UInt8] {
        try #require(try PEM.blocks(in: pem, label: "PUBLIC KEY").first)
    }
}
