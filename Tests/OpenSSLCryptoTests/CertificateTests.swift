import TestSupport
import Testing

@testable import OpenSSLCrypto

@Suite struct CertificateTests {
    @Test("A certificate survives DER and PEM")
    func forms() throws {
        let chain = try TestChain().issue()
        #expect(try Certificate(der: chain.leaf.der) == chain.leaf)
        #expect(try Certificate(pem: chain.leaf.pem) == chain.leaf)
        let bundle = "# a bundle\n" + chain.leaf.pem + PEMTexts.publicKey + "\n" + chain.root.pem
        #expect(try Certificate.certificates(pem: bundle) == [chain.leaf, chain.root])
        #expect(chain.leaf.fingerprint == SHA256.digest(of: chain.leaf.der))
        #expect(chain.leaf.issuerDER == chain.intermediate.subjectDER)
        #expect(chain.leaf.subjectDER != chain.intermediate.subjectDER)
    }

    @Test("A PEM text without a certificate says so, a broken one is refused")
    func pem() throws {
        for text in ["", "text", PEMTexts.publicKey, PEMTexts.sec1] {
            #expect(throws: OpenSSLError.noCertificate) { try Certificate(pem: text) }
            #expect(throws: OpenSSLError.noCertificate) { try Certificate.certificates(pem: text) }
        }
        let pem = try TestChain().issue().leaf.pem
        #expect(throws: OpenSSLError.self) { try Certificate(pem: pem.replacing("-----END", with: "!-----END")) }
        #expect(throws: OpenSSLError.self) { try Certificate(pem: String(pem.dropLast(40))) }
    }

    @Test("Bytes after a certificate are refused, and so is a certificate that ends too early")
    func wholeness() throws {
        let der = try TestChain().issue().leaf.der
        #expect(throws: OpenSSLError.trailingBytes(1)) { try Certificate(der: der + [0]) }
        #expect(throws: OpenSSLError.trailingBytes(der.count)) { try Certificate(der: der + der) }
        for length in [0, 1, 4, der.count / 2, der.count - 1] {
            let error = #expect(throws: OpenSSLError.self) { try Certificate(der: Array(der[..<length])) }
            guard case .library("d2i_X509", _, _) = error else {
                Issue.record("unexpected \(String(describing: error))")
                continue
            }
        }
    }

    @Test("The indefinite and the overlong length of BER are refused")
    func notDER() throws {
        let der = try TestChain().issue().leaf.der
        // A sequence of more than 255 bytes: 0x30, 0x82, two bytes of length.
        #expect(Array(der[..<2]) == [0x30, 0x82])
        #expect(throws: OpenSSLError.notDER) { try Certificate(der: [0x30, 0x80] + der[4...] + [0, 0]) }
        #expect(throws: OpenSSLError.notDER) { try Certificate(der: [0x30, 0x83, 0] + der[2...]) }
    }

    @Test("Names are readable, with the last common name apart")
    func names() throws {
        var chain = try TestChain()
        chain.leaf.subject = DistinguishedName(
            commonName: "Grüße, \"Welt\"", organizationalUnit: "G6", organization: "A+B", country: "US")
        let leaf = try chain.issue().leaf
        #expect(leaf.commonName == "Grüße, \"Welt\"")
        #expect(leaf.subject == #"C=US,O=A\+B,OU=G6,CN=Grüße\, \"Welt\""#)
        #expect(leaf.issuer.contains("CN=Storekeeper worthless test intermediate"))
        #expect(leaf.description == leaf.subject)
    }

    @Test("Serial numbers are hexadecimal digits, whatever their length")
    func serialNumbers() throws {
        var chain = try TestChain()
        chain.leaf.serialNumber = [1]
        #expect(try chain.issue().leaf.serialNumber == "01")
        chain.leaf.serialNumber = Array(repeating: 0xAB, count: 20)
        #expect(try chain.issue().leaf.serialNumber == String(repeating: "AB", count: 20))
    }

    @Test("Versions are counted as people count", arguments: [1, 2, 3])
    func versions(version: Int) throws {
        var chain = try TestChain()
        chain.leaf.version = version
        #expect(try chain.issue().leaf.version == version)
    }

    @Test("Absent extensions are absent, not empty")
    func absence() throws {
        var chain = try TestChain()
        chain.leaf.keyUsage = nil
        chain.leaf.basicConstraints = nil
        chain.leaf.hasSubjectKeyIdentifier = false
        chain.leaf.hasAuthorityKeyIdentifier = false
        chain.leaf.extensions = []
        let leaf = try chain.issue().leaf
        #expect(leaf.keyUsage == nil)
        #expect(leaf.basicConstraints == nil)
        #expect(leaf.extensions == [])
    }

    @Test("Extensions show their identifier, critical flag and value, and whether OpenSSL knows them")
    func extensions() throws {
        let long = "1.2.840.113635." + Array(repeating: "4294967295", count: 30).joined(separator: ".")
        var chain = try TestChain()
        chain.leaf.extensions = [
            CertificateExtension(oid: "1.2.3.4", isCritical: true, value: [4, 1, 7]),
            CertificateExtension(oid: TestAuthority.leafMarker, isCritical: true, value: []),
            CertificateExtension(oid: long, value: [5, 0]),
        ]
        let leaf = try chain.issue().leaf
        let unknown = leaf.extensions.filter { !$0.isSupported && !$0.oid.hasPrefix("2.5.29.") }
        #expect(unknown.map(\.oid) == ["1.2.3.4", TestAuthority.leafMarker, long])
        #expect(unknown.map(\.isCritical) == [true, true, false])
        #expect(unknown.map(\.value) == [[4, 1, 7], [], [5, 0]])
        let known = leaf.extensions.filter(\.isSupported)
        #expect(known.map(\.oid) == ["2.5.29.19", "2.5.29.15"])
        #expect(known.map(\.isCritical) == [true, true])
        #expect(leaf.hasExtension(TestAuthority.leafMarker))
        #expect(!leaf.hasExtension("1.2.3"))
        #expect(!leaf.hasExtension("1.2.3.4.5"))
    }

    @Test(
        "A known extension that cannot be read is refused, and so is one that stands there twice",
        arguments: [
            CertificateExtension(oid: "2.5.29.19", value: [0x30, 0x03, 0x01, 0x01, 0xFF]),
            CertificateExtension(oid: "2.5.29.15", value: [0x03, 0x02, 0x07, 0x80]),
            CertificateExtension(oid: "2.5.29.37", value: [0x04, 0x00]),
            CertificateExtension(oid: "2.5.29.30", value: [0xFF]),
        ])
    func malformedExtensions(entry: CertificateExtension) throws {
        var chain = try TestChain()
        chain.leaf.extensions.append(entry)
        #expect(throws: OpenSSLError.malformedExtension) { try chain.issue() }
    }

    @Test("Keys show their kind, and only P-256 keys come out")
    func keys() throws {
        let kinds: [(CertificateKey, PublicKeyKind)] = [
            (.p256(try P256PrivateKey()), .p256), (.p384(try P384PrivateKey()), .p384),
            (.refused(try .p521()), .other("EC secp521r1")), (.refused(try .rsa2048()), .other("rsaEncryption")),
        ]
        for (key, kind) in kinds {
            var chain = try TestChain()
            chain.leafKey = key
            let leaf = try chain.issue().leaf
            #expect(leaf.publicKeyKind == kind)
            #expect((leaf.subjectPublicKey != nil) == (kind == .p256))
        }
    }

    @Test("Explicit curve parameters do not pass as P-256")
    func explicitParameters() throws {
        let certificate = try Certificate(pem: PEMTexts.certificateWithExplicitParameters)
        #expect(certificate.publicKeyKind == .other("EC with explicit parameters"))
        #expect(certificate.subjectPublicKey == nil)
    }

    @Test("A point that is not on the curve is no P-256 key")
    func pointOffCurve() throws {
        let leaf = try TestChain().issue().leaf
        let point = try #require(leaf.subjectPublicKey).x963
        var der = leaf.der
        let start = try #require(der.indices.first { der[$0...].starts(with: point) })
        der[start + 64] ^= 1
        let changed = try Certificate(der: der)
        #expect(changed.publicKeyKind == .other("unreadable EC P-256 key"))
        #expect(changed.subjectPublicKey == nil)
    }

    @Test("Signature algorithms are told apart, and both places must name the same one")
    func algorithms() throws {
        var chain = try TestChain()
        #expect(try chain.issue().leaf.signatureAlgorithm == .ecdsaSHA384)
        chain.leaf.digest = .sha256
        #expect(try chain.issue().leaf.signatureAlgorithm == .ecdsaSHA256)
        chain.leaf.digest = .sha512
        #expect(try chain.issue().leaf.signatureAlgorithm == .other("ecdsa-with-SHA512"))
        chain.leaf.digest = .sha384
        let issued = try chain.issue()
        var der = issued.leaf.der
        // The identifier of ecdsa-with-SHA384; its last byte is 2 for SHA-256. The outer one comes last.
        let identifier: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03]
        let start = try #require(der.indices.last { der[$0...].starts(with: identifier) })
        der[start + 9] = 2
        let changed = try Certificate(der: der)
        #expect(changed.signatureAlgorithm == .inconsistent)
        #expect(!changed.isSigned(by: issued.intermediate))
    }

    @Test("Only the issuer's key has signed")
    func signedBy() throws {
        let chain = try TestChain().issue()
        #expect(chain.leaf.isSigned(by: chain.intermediate))
        #expect(chain.intermediate.isSigned(by: chain.root))
        #expect(chain.root.isSigned(by: chain.root))
        #expect(!chain.leaf.isSigned(by: chain.root))
        #expect(!chain.root.isSigned(by: chain.leaf))
        #expect(chain.root.isSelfIssued)
        #expect(!chain.leaf.isSelfIssued)
        #expect(chain.leaf.isIssued(byNameOf: chain.intermediate))
        #expect(!chain.leaf.isIssued(byNameOf: chain.root))
    }

    @Test(
        "The App Store's real chain shows what is known of it",
        .enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
    func appStore() throws {
        let chains = try RealChains.load()
        let chain = try #require(chains.last)
        #expect(
            chain.map(\.serialNumber) == [
                "47C287CDD9F9E7867F528ADA74DC7DB7", "22C1A1470A747369EF538612C9C69F3D38F36CD7", "2DC5FC88D2C54B95",
            ])
        #expect(chain.map(\.publicKeyKind) == [.p256, .p384, .p384])
        #expect(chain.map(\.signatureAlgorithm) == [.ecdsaSHA384, .ecdsaSHA384, .ecdsaSHA384])
        // 2025-09-19T19:44:51Z and 2027-10-13T17:47:23Z.
        #expect(chain[0].notBefore == 1_758_311_091)
        #expect(chain[0].notAfter == 1_823_449_643)
        #expect(chain[0].keyUsage == .digitalSignature)
        #expect(chain[0].basicConstraints == BasicConstraints(isCA: false))
        #expect(chain[1].basicConstraints == BasicConstraints(isCA: true, pathLength: 0))
        #expect(chain[0].hasExtension(TestAuthority.leafMarker))
        #expect(chain[1].hasExtension(TestAuthority.intermediateMarker))
        #expect(chain[0].commonName == "Prod ECC Mac App Store and iTunes Store Receipt Signing")
        #expect(chains[0][1] == chains[1][1])
    }
}
