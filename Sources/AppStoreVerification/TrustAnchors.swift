internal import OpenSSLCrypto

/// The certificates that trust starts from.
struct TrustAnchors: Sendable {
    /// An anchor and where it comes from.
    struct Anchor: Sendable {
        let certificate: Certificate
        let isBuiltIn: Bool
        let path: TrustAnchor

        init(_ certificate: Certificate, isBuiltIn: Bool) throws(VerifierConfigurationError) {
            self.certificate = certificate
            self.isBuiltIn = isBuiltIn
            do { path = try TrustAnchor(certificate) } catch { throw .unusableRoot(certificate.subject) }
        }
    }

    let anchors: [Anchor]
    let xcode: [Certificate]

    init(_ configuration: VerifierConfiguration) throws(VerifierConfigurationError) {
        var anchors: [Anchor] = []
        if configuration.trustsBuiltInRoots {
            guard let root = try? Certificate(der: AppleRootCA.g3DER) else { throw .builtInRoot }
            anchors.append(try Anchor(root, isBuiltIn: true))
        }
        for root in configuration.addedRoots where !anchors.contains(where: { $0.certificate.der == root.der }) {
            anchors.append(try Anchor(root, isBuiltIn: false))
        }
        self.anchors = anchors
        xcode = configuration.xcodeCertificates
    }
}
