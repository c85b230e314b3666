import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport
import Testing

@Suite struct ES256Tests {
    private let message: [UInt8] = [1, 2, 3]

    @Test("Only 64 bytes with r and s in range are a signature")
    func form() throws {
        let key = try P256PrivateKey()
        let good = try key.sign(message)
        let order = try #require(
            [UInt8](hexadecimal: "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551"))
        #expect(throws: Never.self) { try ES256.verify(message: message, signature: good, key: key.publicKey) }
        for length in [0, 32, 63, 65, 128] {
            let signature = Array((good + good).prefix(length))
            #expect(throws: JWSError.signatureForm(.length(found: length))) {
                try ES256.verify(message: message, signature: signature, key: key.publicKey)
            }
        }
        let r = Array(good[..<32])
        let s = Array(good[32...])
        let zero = [UInt8](repeating: 0, count: 32)
        let largest = [UInt8](repeating: 255, count: 32)
        for (r, s) in [(zero, s), (r, zero), (order, s), (r, order), (largest, largest)] {
            #expect(throws: JWSError.signatureForm(.range)) {
                try ES256.verify(message: message, signature: r + s, key: key.publicKey)
            }
        }
        let below = Array(order.dropLast()) + [0x50]
        #expect(throws: JWSError.signatureInvalid) {
            try ES256.verify(message: message, signature: r + below, key: key.publicKey)
        }
    }

    @Test("The other s of a signature is valid too")
    func malleability() throws {
        let key = try P256PrivateKey()
        let good = try key.sign(message)
        let other = Array(good[..<32]) + negated(Array(good[32...]))
        #expect(other != good)
        #expect(throws: Never.self) { try ES256.verify(message: message, signature: other, key: key.publicKey) }
    }

    @Test("Any changed bit of header, payload or signature is refused", arguments: 0..<4)
    func changes(run: UInt64) throws {
        var generator = SeededGenerator(seed: run)
        let key = try P256PrivateKey()
        let text = try JWSSigner(key: key, kid: "k").sign(payload: generator.bytes(60))
        let bytes = [UInt8](text.utf8)
        for _ in 0..<60 {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &generator)] ^=
                1 << UInt8.random(in: 0..<7, using: &generator)
            guard let jws = try? CompactJWS(parsing: changed) else { continue }
            #expect(throws: JWSError.self) { try ES256.verify(jws, key: key.publicKey) }
        }
    }

    @Test(
        "RFC 7515, appendix A.3, verifies under its key",
        .enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
    func rfc7515() throws {
        let vector = try JSONDocument(parsing: ThirdPartyVectors.bytes("rfc7515/a3-es256.json")).root
        let key = try JSONWebKey.p256(try #require(vector["jwk"]))
        let jws = try CompactJWS(parsing: try #require(vector["jws"]?.string))
        #expect(try jws.header().alg == "ES256")
        #expect(throws: Never.self) { try ES256.verify(jws, key: key) }
        #expect(throws: JWSError.x5cMissing) { try jws.header().x5cDER() }
        #expect(throws: JWSError.signatureInvalid) { try ES256.verify(jws, key: P256PrivateKey().publicKey) }
    }

    /// n - s.
    private func negated(_ s: [UInt8]) -> [UInt8] {
        let order = [UInt8](hexadecimal: "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551") ?? []
        var result = order
        var borrow = 0
        for index in order.indices.reversed() {
            let difference = Int(order[index]) - Int(s[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: difference)
        }
        return result
    }
}
