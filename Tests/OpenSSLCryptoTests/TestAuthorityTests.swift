import Testing

@testable import OpenSSLCrypto

@Suite struct TestAuthorityTests {
    @Test("A test authority is shaped like Apple's")
    func shape() throws {
        let authority = try TestAuthority(notBefore: TestChain.notBefore, notAfter: TestChain.notAfter)
        #expect(authority.leaf.publicKeyKind == .p256)
        #expect(authority.intermediate.publicKeyKind == .p384)
        #expect(authority.root.publicKeyKind == .p384)
        for certificate in authority.chain {
            #expect(certificate.version == 3)
            #expect(certificate.notBefore == TestChain.notBefore)
            #expect(certificate.notAfter == TestChain.notAfter)
            #expect(certificate.signatureAlgorithm == .ecdsaSHA384)
            #expect(certificate.commonName?.contains("worthless test") == true)
            #expect(certificate.hasExtension("2.5.29.14"))
        }
        #expect(authority.leaf.basicConstraints == BasicConstraints(isCA: false))
        #expect(authority.intermediate.basicConstraints == BasicConstraints(isCA: true, pathLength: 0))
        #expect(authority.root.basicConstraints == BasicConstraints(isCA: true))
        #expect(authority.leaf.keyUsage == .digitalSignature)
        #expect(authority.intermediate.keyUsage == [.keyCertSign, .cRLSign])
        #expect(authority.leaf.hasExtension(TestAuthority.leafMarker))
        #expect(authority.intermediate.hasExtension(TestAuthority.intermediateMarker))
        #expect(authority.leaf.hasExtension("2.5.29.35"))
        #expect(authority.root.isSelfIssued)
        #expect(!authority.leaf.isSelfIssued)
        #expect(authority.leaf.isSigned(by: authority.intermediate))
        #expect(!authority.leaf.isSigned(by: authority.root))
        #expect(authority.leaf.isIssued(byNameOf: authority.intermediate))
        #expect(authority.leaf.subjectPublicKey == authority.leafKey.publicKey)
        let anchor = try TrustAnchor(authority.root)
        #expect(anchor.judge(leaf: authority.leaf, intermediate: authority.intermediate) == .trusted)
        let other = try TrustAnchor(
            TestAuthority(name: "Other", notBefore: TestChain.notBefore, notAfter: TestChain.notAfter).root)
        #expect(other.judge(leaf: authority.leaf, intermediate: authority.intermediate) == .untrusted(depth: 1))
    }
}
