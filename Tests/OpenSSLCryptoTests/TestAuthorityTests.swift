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

    @Test("An authority is put together again from the texts of its parts, and from all of them only")
    func parts() throws {
        let authority = try TestAuthority(
            name: "Kept", notBefore: TestChain.notBefore, notAfter: TestChain.notAfter)
        var assembly = TestAuthority.Assembly()
        for part in AuthorityPart.allCases {
            #expect(assembly.authority == nil)
            let pem = try authority.pem(of: part)
            #expect(pem.contains("PRIVATE KEY") == part.isSecret)
            try assembly.add(part, pem: pem)
        }
        let kept = try #require(assembly.authority)
        #expect(kept.chain == authority.chain && kept.leafKey.publicKey == authority.leafKey.publicKey)
        #expect(kept.name == "Kept")
        #expect(Set(AuthorityPart.allCases.map(\.fileName)).count == 6)
        #expect(throws: OpenSSLError.noCertificate) { try assembly.add(.leaf, pem: "nothing") }
    }

    @Test("A new leaf is issued under the same intermediate, with the same names")
    func newLeaf() throws {
        let authority = try TestAuthority(
            name: "Two leaves", notBefore: TestChain.notBefore, notAfter: TestChain.notAfter)
        let next = try authority.withNewLeaf(notBefore: TestChain.notBefore + 10, notAfter: TestChain.notAfter - 10)
        #expect(next.root == authority.root && next.intermediate == authority.intermediate)
        #expect(next.leaf != authority.leaf && next.leaf.subject == authority.leaf.subject)
        #expect(next.leaf.notBefore == TestChain.notBefore + 10 && next.leaf.notAfter == TestChain.notAfter - 10)
        #expect(next.leaf.subjectPublicKey == next.leafKey.publicKey)
        #expect(try TrustAnchor(next.root).judge(leaf: next.leaf, intermediate: next.intermediate) == .trusted)
    }

    @Test("An Xcode identity is shaped like Xcode's")
    func xcode() throws {
        let identity = try XcodeIdentity(notBefore: TestChain.notBefore, notAfter: TestChain.notAfter)
        let certificate = identity.certificate
        #expect(certificate.subject == "O=StoreKit Testing in Xcode,CN=StoreKit Testing in Xcode")
        #expect(certificate.isSelfIssued && certificate.isSigned(by: certificate))
        #expect(certificate.serialNumber == "01" && certificate.version == 3)
        #expect(certificate.publicKeyKind == .p256 && certificate.signatureAlgorithm == .ecdsaSHA256)
        #expect(certificate.basicConstraints == BasicConstraints(isCA: true, pathLength: 0))
        #expect(certificate.keyUsage == .digitalSignature)
        #expect(Set(certificate.extensions.map(\.oid)) == ["2.5.29.19", "2.5.29.15", "2.5.29.17"])
        let name = certificate.extensions.first { $0.oid == "2.5.29.17" }
        // The bytes of the name in a certificate that Xcode made.
        #expect(name?.value.prefix(4) == [0x30, 0x1B, 0x81, 0x19] && name?.isCritical == false)
        #expect(certificate.subjectPublicKey == identity.key.publicKey)
        let kept = XcodeIdentity(
            certificate: try Certificate(pem: certificate.pem), key: try P256PrivateKey(pem: identity.key.pem()))
        #expect(kept.certificate == certificate)
    }
}
