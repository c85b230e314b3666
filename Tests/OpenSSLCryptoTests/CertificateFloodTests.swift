import TestSupport
import Testing

@testable import OpenSSLCrypto

@Suite struct CertificateFloodTests {
    @Test("Malformed certificates are refused or judged, and never crash", arguments: 0..<4)
    func flood(run: UInt64) throws {
        var generator = SeededGenerator(seed: run)
        let chain = try TestChain().issue()
        let anchor = try TrustAnchor(chain.root)
        let sources = [chain.leaf.der, chain.intermediate.der, chain.root.der]
        for _ in 0..<300 {
            let der = mutate(sources, &generator)
            guard let certificate = try? Certificate(der: der) else { continue }
            _ = (certificate.subject, certificate.issuer, certificate.commonName, certificate.serialNumber)
            if certificate != chain.leaf {
                #expect(anchor.judge(leaf: certificate, intermediate: chain.intermediate) != .trusted)
            }
            if certificate != chain.intermediate {
                #expect(anchor.judge(leaf: chain.leaf, intermediate: certificate) != .trusted)
            }
        }
    }

    @Test("Random bytes are no certificate, no key and no PEM text")
    func noise() throws {
        var generator = SeededGenerator(seed: 77)
        for length in 0..<400 {
            let bytes = generator.bytes(length)
            #expect(throws: OpenSSLError.self) { try Certificate(der: bytes) }
            #expect(throws: OpenSSLError.self) { try Certificate(der: [0x30, 0x82, 0x01, 0x00] + bytes) }
            #expect(throws: OpenSSLError.self) { try P256PublicKey(spki: bytes) }
            #expect(throws: OpenSSLError.self) { try P256PrivateKey(pem: String(decoding: bytes, as: UTF8.self)) }
        }
    }

    /// Flips bits, cuts, doubles or splices, mostly keeping enough of the structure to get past the first check.
    private func mutate(_ sources: [[UInt8]], _ generator: inout SeededGenerator) -> [UInt8] {
        var der = sources[Int.random(in: 0..<sources.count, using: &generator)]
        let other = sources[Int.random(in: 0..<sources.count, using: &generator)]
        let place = Int.random(in: 0..<der.count, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: der.removeSubrange(place...)
        case 1: der.remove(at: place)
        case 2: der.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        case 3:
            let length = min(Int.random(in: 1...64, using: &generator), der.count - place, other.count)
            let start = Int.random(in: 0...(other.count - length), using: &generator)
            der.replaceSubrange(place..<place + length, with: other[start..<start + length])
        case 4: der[place] = [0x00, 0x7F, 0x80, 0x84, 0xFF].randomElement(using: &generator) ?? 0
        default: der[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
        return der
    }
}
