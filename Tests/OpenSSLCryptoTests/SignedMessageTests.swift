import OpenSSLCrypto
import TestSupport
import Testing

@Suite("Signed messages")
struct SignedMessageTests {
    private static let content: [UInt8] = Array(repeating: [1, 2, 3, 0x0D, 0x0A], count: 3000).flatMap(\.self)

    private func template(_ change: (inout SignedMessageTemplate) -> Void = { _ in }) throws -> SignedMessageTemplate {
        let workshop = try ReceiptWorkshop()
        let chain = try workshop.chain()
        var template = SignedMessageTemplate(
            content: Self.content, signer: chain[0], key: workshop.leafKey, certificates: chain)
        change(&template)
        return template
    }

    @Test("What is signed comes out again, byte for byte", arguments: [SignatureDigest.sha1, .sha256], [false, true])
    func content(_ digest: SignatureDigest, _ isIndefinite: Bool) throws {
        let template = try template {
            $0.digest = digest
            $0.isIndefinite = isIndefinite
        }
        let message = try SignedMessage(parsing: template.sign())
        #expect(message.claimedContent == Self.content)
        #expect(message.digest == digest && message.signer == template.signer)
        #expect(Set(message.certificates) == Set(template.certificates))
        #expect(try message.verifiedContent(by: message.signer) == Self.content)
    }

    @Test("Another key, or another certificate of the same key, verifies nothing")
    func otherKey() throws {
        let template = try template()
        let message = try SignedMessage(parsing: template.sign())
        #expect(try message.verifiedContent(by: template.certificates[1]) == nil)
        var other = try ReceiptWorkshop()
        other.leafKey = .rsa(try ReceiptWorkshop.keys().foreign)
        #expect(try message.verifiedContent(by: other.chain()[0]) == nil)
    }

    @Test("What is no message of one signer is refused by its reason")
    func refusals() throws {
        let sound = try template().sign()
        func problem(_ change: (inout SignedMessageTemplate) -> Void) throws -> OpenSSLError? {
            let bytes = try template(change).sign()
            return #expect(throws: OpenSSLError.self) { try SignedMessage(parsing: bytes) }
        }
        #expect(try problem { $0.isDetached = true } == .signedMessage(.noContent))
        #expect(try problem { $0.signerCount = 2 } == .signedMessage(.signers(2)))
        #expect(try problem { $0.certificates.removeFirst() } == .signedMessage(.noSignerCertificate))
        #expect(try problem { $0.certificates = [] } == .signedMessage(.noSignerCertificate))
        #expect(try problem { $0.digest = .sha384 } == .signedMessage(.algorithm("sha384")))
        #expect(throws: OpenSSLError.trailingBytes(1)) { try SignedMessage(parsing: sound + [0]) }
        #expect(throws: OpenSSLError.signedMessage(.malformed(offset: 0))) { try SignedMessage(parsing: []) }
        #expect(throws: OpenSSLError.signedMessage(.size(limit: SignedMessage.maximumBytes))) {
            try SignedMessage(parsing: [UInt8](repeating: 0x30, count: SignedMessage.maximumBytes + 1))
        }
        // What is signed is plain data in name as well: 1.2.840.113549.1.7.1, the last octet of which is changed.
        let data: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
        var other = sound
        let at = try #require(other.indices.first { other[$0...].starts(with: data) })
        other[at + 10] = 6
        #expect(throws: OpenSSLError.signedMessage(.contentType("pkcs7-encryptedData"))) {
            try SignedMessage(parsing: other)
        }
    }

    @Test("The size of an RSA key is told, and nothing of other keys")
    func keys() throws {
        let chain = try ReceiptWorkshop().chain()
        #expect(chain.map(\.rsaKeyBits) == [2048, 2048, 2048])
        #expect(chain.map(\.signatureAlgorithm) == [.rsaSHA256, .rsaSHA256, .rsaSHA256])
        #expect(try TestSigner.shared().root.rsaKeyBits == nil)
    }
}
