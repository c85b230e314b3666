import Testing

@testable import OpenSSLCrypto

@Suite struct P256PrivateKeyTests {
    private let message = [UInt8]("worthless message".utf8)

    @Test(
        "A key is read from PKCS#8 and from SEC 1",
        arguments: [
            PEMTexts.pkcs8, PEMTexts.sec1, PEMTexts.sec1WithParameters,
            "text before\n" + PEMTexts.pkcs8 + "\ntext after",
        ])
    func reads(pem: String) throws {
        let key = try P256PrivateKey(pem: pem)
        #expect(key.publicKey.pem == PEMTexts.publicKey + "\n")
        #expect(key.publicKey.isValidSignature(try key.sign(message), for: message))
    }

    @Test("A key survives being written as PKCS#8")
    func writes() throws {
        let key = try P256PrivateKey()
        let pem = try key.pem()
        #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(try P256PrivateKey(pem: pem).publicKey == key.publicKey)
        #expect(try P256PrivateKey(pem: PEMTexts.sec1).pem() == PEMTexts.pkcs8 + "\n")
    }

    @Test("Two signatures of one message differ, both are 64 bytes and valid")
    func signs() throws {
        let key = try P256PrivateKey()
        let first = try key.sign(message)
        let second = try key.sign(message)
        #expect(first != second)
        for signature in [first, second] {
            #expect(signature.count == 64)
            #expect(key.publicKey.isValidSignature(signature, for: message))
            #expect(!key.publicKey.isValidSignature(signature, for: message + [0]))
        }
        #expect(key.publicKey.isValidSignature(try key.sign([]), for: []))
    }

    @Test("A digest is signed like its message, and OpenSSL's other interface agrees")
    func signsDigests() throws {
        let key = try P256PrivateKey(pem: PEMTexts.pkcs8)
        let digest = SHA256.digest(of: message)
        let signature = try #require(P256Signature(key.sign(digest: digest)))
        #expect(key.publicKey.isValidSignature(signature, for: message[...]))
        #expect(key.publicKey.isValidByReference(signature, digest: digest))
        #expect((68...72).contains(try key.signByReference(message)))
    }

    @Test("The other s makes another signature that is as valid, and back again")
    func negates() throws {
        let key = try P256PrivateKey(pem: PEMTexts.pkcs8)
        for _ in 0..<16 {
            let signature = try #require(P256Signature(key.sign(message)))
            let other = signature.negated
            #expect(other != signature && other.negated == signature && other.isHigh != signature.isHigh)
            #expect(P256Signature(other.bytes) == other)
            #expect(key.publicKey.isValidByReference(other, digest: SHA256.digest(of: message)))
        }
    }

    @Test(
        "A key of another kind is refused, and so is a named curve in disguise",
        arguments: [
            (PEMTexts.p384, PublicKeyKind.p384), (PEMTexts.secp256k1, .other("EC secp256k1")),
            (PEMTexts.explicitParameters, .other("EC with explicit parameters")),
        ])
    func kinds(pem: String, kind: PublicKeyKind) {
        #expect(throws: OpenSSLError.unsupportedKey(kind)) { try P256PrivateKey(pem: pem) }
    }

    @Test("An RSA key is refused")
    func rsa() throws {
        let pem = try CertificateKey.refused(.rsa2048()).handle.privateKeyPEM()
        #expect(throws: OpenSSLError.unsupportedKey(.other("rsaEncryption"))) { try P256PrivateKey(pem: pem) }
    }

    @Test(
        "What is not a readable private key is refused without a question on the terminal",
        arguments: [
            "", "not PEM", PEMTexts.publicKey, PEMTexts.encryptedPKCS8, PEMTexts.encryptedSEC1,
            PEMTexts.mismatchedPair, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        ])
    func unreadable(pem: String) throws {
        let error = try #require(throws: OpenSSLError.self) { try P256PrivateKey(pem: pem) }
        guard case .library(_, let code, _) = error else {
            Issue.record("unexpected \(error)")
            return
        }
        #expect(code != 0)
    }

    @Test("A key on P-384 signs 96 bytes and survives being written")
    func p384() throws {
        let key = try P384PrivateKey(pem: PEMTexts.p384)
        #expect(try key.sign(message).count == 96)
        #expect(try P384PrivateKey(pem: key.pem()).pem() == key.pem())
        #expect(throws: OpenSSLError.unsupportedKey(.p256)) { try P384PrivateKey(pem: PEMTexts.pkcs8) }
    }
}
