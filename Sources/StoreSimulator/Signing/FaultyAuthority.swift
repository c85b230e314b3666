internal import OpenSSLCrypto

/// A test authority that issues one certificate against the rules.
struct FaultyAuthority {
    /// The authority whose root is trusted.
    let authority: TestAuthority
    /// When the data is signed, in milliseconds since 1970.
    let signedDate: Int64

    /// A certificate and what must not be told apart from it: the key that signs, and the chain that is shown.
    struct Signer {
        var key: P256PrivateKey
        var x5c: [Certificate]
    }

    /// What signs with a fault in its chain; without such a fault, as it should be.
    func signer(for fault: SigningFault?) throws(OpenSSLError) -> Signer {
        switch fault {
        case .wrongRoot: return try stranger(name: "Stranger to " + authority.name)
        case .forgedChain: return try stranger(name: authority.name)
        case .swappedChain:
            return Signer(key: authority.leafKey, x5c: [authority.intermediate, authority.leaf, authority.root])
        case .intermediateNotCA:
            return try issued { $0.basicConstraints = BasicConstraints(isCA: false) }
        case .noIntermediateMarker: return try issued { $0.extensions = [] }
        case .leafIsCA: return try leaf { $0.basicConstraints = BasicConstraints(isCA: true) }
        case .leafKeyUsage: return try leaf { $0.keyUsage = .keyAgreement }
        case .criticalExtension:
            return try leaf {
                $0.extensions.append(CertificateExtension(oid: "1.2.3.4", isCritical: true, value: [0x05, 0x00]))
            }
        case .leafVersion1: return try leaf { $0.version = 1 }
        case .noLeafMarker: return try leaf { $0.extensions = [] }
        case .leafP384: return try leafOnP384()
        case .futureLeaf:
            return try leaf {
                $0.notBefore = signedSecond + day
                $0.notAfter = signedSecond + 800 * day
            }
        case .expiredLeaf:
            return try leaf {
                $0.notBefore = signedSecond - 800 * day
                $0.notAfter = signedSecond - day
            }
        default: return Signer(key: authority.leafKey, x5c: authority.chain)
        }
    }

    /// Whether a fault is one of a chain of certificates, rather than of what one key signs.
    static func isInChain(_ fault: SigningFault) -> Bool {
        switch fault {
        case .wrongRoot, .forgedChain, .swappedChain, .intermediateNotCA, .noIntermediateMarker, .leafIsCA,
            .leafKeyUsage, .criticalExtension, .leafVersion1, .noLeafMarker, .leafP384, .futureLeaf, .expiredLeaf:
            true
        default: false
        }
    }

    private var day: Int64 { 86_400 }

    /// Kept away from dates that certificates cannot bear.
    private var signedSecond: Int64 { min(max(signedDate / 1000, 1000 * day), 40_000 * day) }

    /// An authority of other keys.
    private func stranger(name: String) throws(OpenSSLError) -> Signer {
        let other = try TestAuthority(
            name: name, notBefore: authority.root.notBefore, notAfter: authority.root.notAfter)
        return Signer(key: other.leafKey, x5c: other.chain)
    }

    private func template(
        _ make: (String, Int64, Int64) -> CertificateTemplate, _ change: (inout CertificateTemplate) -> Void
    ) -> CertificateTemplate {
        var template = make(authority.name, authority.root.notBefore, authority.root.notAfter)
        change(&template)
        return template
    }

    private func leaf(_ change: (inout CertificateTemplate) -> Void) throws(OpenSSLError) -> Signer {
        let leaf = try template(TestAuthority.leafTemplate, change).issued(
            to: .p256(authority.leafKey), by: authority.intermediate, issuerKey: .p384(authority.intermediateKey))
        return Signer(key: authority.leafKey, x5c: [leaf, authority.intermediate, authority.root])
    }

    private func leafOnP384() throws(OpenSSLError) -> Signer {
        let leaf = try template(TestAuthority.leafTemplate) { _ in }.issued(
            to: .p384(authority.intermediateKey), by: authority.intermediate,
            issuerKey: .p384(authority.intermediateKey))
        return Signer(key: authority.leafKey, x5c: [leaf, authority.intermediate, authority.root])
    }

    private func issued(_ change: (inout CertificateTemplate) -> Void) throws(OpenSSLError) -> Signer {
        let intermediate = try template(TestAuthority.intermediateTemplate, change).issued(
            to: .p384(authority.intermediateKey), by: authority.root, issuerKey: .p384(authority.rootKey))
        let leaf = try template(TestAuthority.leafTemplate) { _ in }.issued(
            to: .p256(authority.leafKey), by: intermediate, issuerKey: .p384(authority.intermediateKey))
        return Signer(key: authority.leafKey, x5c: [leaf, intermediate, authority.root])
    }
}
