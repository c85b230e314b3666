import OpenSSLCrypto
import TestSupport
import Testing

@Suite struct TrustAnchorTests {
    @Test("A sound path is trusted")
    func sound() throws {
        #expect(try TestChain().judge() == .trusted)
    }

    @Test("A path to another anchor is not trusted, whether or not the name fits")
    func otherAnchor() throws {
        let chain = try TestChain().issue()
        var other = try TestChain()
        other.root.subject.commonName = "another worthless test root"
        let stranger = try TrustAnchor(other.issue().root)
        #expect(stranger.judge(leaf: chain.leaf, intermediate: chain.intermediate) == .untrusted(depth: 1))
        // The same name with another key, without identifiers that would tell: only the signature shows it.
        var plain = try TestChain()
        plain.root.hasSubjectKeyIdentifier = false
        plain.intermediate.hasAuthorityKeyIdentifier = false
        let ours = try plain.issue()
        plain.rootKey = .p384(try P384PrivateKey())
        let namesake = try TrustAnchor(plain.issue().root)
        #expect(namesake.judge(leaf: ours.leaf, intermediate: ours.intermediate) == .signature(depth: 1))
    }

    @Test("A re-issued root with the same name and key is as good as the old one")
    func reissuedRoot() throws {
        var described = try TestChain()
        let chain = try described.issue()
        described.root.notAfter += 1
        let reissued = try described.issue().root
        #expect(reissued != chain.root)
        #expect(try TrustAnchor(reissued).judge(leaf: chain.leaf, intermediate: chain.intermediate) == .trusted)
    }

    @Test("A link with another's signature is refused, at either place")
    func signatures() throws {
        var chain = try TestChain()
        chain.keyOverLeaf = .p384(try P384PrivateKey())
        #expect(try chain.judge() == .signature(depth: 0))
        chain.keyOverLeaf = nil
        chain.keyOverIntermediate = .p384(try P384PrivateKey())
        #expect(try chain.judge() == .signature(depth: 1))
    }

    @Test("A certificate that names another issuer is refused, at either place")
    func names() throws {
        let stranger = DistinguishedName(commonName: "nobody")
        var chain = try TestChain()
        chain.leaf.issuerName = stranger
        #expect(try chain.judge() == .untrusted(depth: 0))
        chain = try TestChain()
        chain.intermediate.issuerName = stranger
        #expect(try chain.judge() == .untrusted(depth: 1))
    }

    @Test("An intermediate that is no CA is refused, and so is one that may not sign certificates")
    func intermediateCA() throws {
        var chain = try TestChain()
        chain.intermediate.basicConstraints = BasicConstraints(isCA: false)
        #expect(try chain.judge() == .invalidCA(depth: 1))
        chain.intermediate.basicConstraints = nil
        #expect(try chain.judge() == .invalidCA(depth: 1))
        chain = try TestChain()
        chain.intermediate.keyUsage = .cRLSign
        #expect(try chain.judge() == .invalidCA(depth: 1))
        chain.intermediate.keyUsage = nil
        #expect(try chain.judge() == .trusted)
    }

    @Test("An anchor that is no CA is refused")
    func anchorCA() throws {
        var chain = try TestChain()
        chain.root.basicConstraints = BasicConstraints(isCA: false)
        #expect(try chain.judge() == .invalidCA(depth: 2))
        chain = try TestChain()
        chain.root.keyUsage = .digitalSignature
        #expect(try chain.judge() == .invalidCA(depth: 2))
    }

    @Test("A root that allows no CA after it is refused")
    func pathLength() throws {
        var chain = try TestChain()
        chain.root.basicConstraints = BasicConstraints(isCA: true, pathLength: 0)
        #expect(try chain.judge() == .pathLength(depth: 2))
        chain.root.basicConstraints = BasicConstraints(isCA: true, pathLength: 1)
        #expect(try chain.judge() == .trusted)
    }

    @Test("A leaf whose name a CA excludes is refused")
    func nameConstraints() throws {
        var chain = try TestChain()
        // SEQUENCE { [1] excludedSubtrees { GeneralSubtree { [4] directoryName { O = "Storekeeper" } } } }, where a
        // directory name excludes the names that begin with it; the leaf's name is made to be just that.
        let organization: [UInt8] = [0x30, 0x14, 0x31, 0x12, 0x30, 0x10, 0x06, 0x03, 0x55, 0x04, 0x03, 0x0C, 0x09]
        let name = organization + [UInt8]("worthless".utf8)
        let subtree = [0x30, UInt8(name.count + 2), 0xA4, UInt8(name.count)] + name
        let value = [0x30, UInt8(subtree.count + 2), 0xA1, UInt8(subtree.count)] + subtree
        chain.intermediate.extensions.append(CertificateExtension(oid: "2.5.29.30", isCritical: true, value: value))
        #expect(try chain.judge() == .trusted)
        chain.leaf.subject = DistinguishedName(commonName: "worthless")
        #expect(try chain.judge() == .nameConstraints(depth: 0))
    }

    @Test("A path of two or one is not a path of three")
    func length() throws {
        let described = try TestChain()
        let chain = try described.issue()
        let anchor = try TrustAnchor(chain.root)
        let direct = try described.leaf.issued(
            to: described.leafKey, by: chain.root, issuerKey: described.rootKey)
        #expect(anchor.judge(leaf: direct, intermediate: chain.intermediate) == .chainLength(2))
        #expect(anchor.judge(leaf: chain.root, intermediate: chain.intermediate) == .chainLength(1))
        let partial = try TrustAnchor(chain.intermediate)
        #expect(partial.judge(leaf: chain.leaf, intermediate: chain.intermediate) == .chainLength(2))
        let own = try TrustAnchor(chain.leaf)
        #expect(own.judge(leaf: chain.leaf, intermediate: chain.intermediate) == .chainLength(2))
        #expect(anchor.judge(leaf: chain.leaf, intermediate: chain.leaf) == .untrusted(depth: 0))
    }

    @Test("Dates, unknown critical extensions and the leaf's own flags are left to the caller")
    func leftOut() throws {
        var chain = try TestChain()
        for part in [\TestChain.root, \.intermediate, \.leaf] {
            chain[keyPath: part].notBefore = 0
            chain[keyPath: part].notAfter = 1
            chain[keyPath: part].extensions.append(
                CertificateExtension(oid: "1.2.3.4.5", isCritical: true, value: [5, 0]))
        }
        chain.leaf.basicConstraints = BasicConstraints(isCA: true)
        chain.leaf.keyUsage = .cRLSign
        #expect(try chain.judge() == .trusted)
    }

    @Test("A custom root needs neither key identifiers nor a critical flag nor P-384")
    func modestRoot() throws {
        var chain = try TestChain()
        chain.rootKey = .p256(try P256PrivateKey())
        chain.intermediateKey = .p256(try P256PrivateKey())
        for part in [\TestChain.root, \.intermediate, \.leaf] {
            chain[keyPath: part].hasSubjectKeyIdentifier = false
            chain[keyPath: part].hasAuthorityKeyIdentifier = false
            chain[keyPath: part].basicConstraintsAreCritical = false
            chain[keyPath: part].digest = .sha256
        }
        #expect(try chain.judge() == .trusted)
    }

    @Test("An anchor whose key cannot be read has signed nothing")
    func unreadableAnchor() throws {
        let chain = try TestChain().issue()
        let identifier: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]  // secp384r1
        var der = chain.root.der
        let start = try #require(der.indices.first { der[$0...].starts(with: identifier) })
        der[start + 20] ^= 1  // Inside the point that follows.
        let broken = try Certificate(der: der)
        #expect(broken.publicKeyKind == .other("unreadable EC P-384 key"))
        let judgement = try TrustAnchor(broken).judge(leaf: chain.leaf, intermediate: chain.intermediate)
        #expect(judgement == .untrusted(depth: 1))
    }

    @Test("A certificate that issued nothing here gets no further")
    func stranger() throws {
        let chain = try TestChain().issue()
        let strange = try Certificate(pem: PEMTexts.certificateWithExplicitParameters)
        let anchor = try TrustAnchor(chain.root)
        #expect(anchor.judge(leaf: chain.leaf, intermediate: strange) == .untrusted(depth: 0))
    }

    @Test(
        "The App Store's real chain is trusted",
        .enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
    func appStore() throws {
        for chain in try RealChains.load() {
            let anchor = try TrustAnchor(chain[2])
            #expect(anchor.judge(leaf: chain[0], intermediate: chain[1]) == .trusted)
        }
    }
}
