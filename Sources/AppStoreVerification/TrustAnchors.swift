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
    /// The anchors of receipts: Apple's RSA root in place of its EC one, and what was added.
    let receiptAnchors: [Anchor]
    let xcode: [Certificate]

    init(_ configuration: VerifierConfiguration) throws(VerifierConfigurationError) {
        var added: [Anchor] = []
        for root in configuration.addedRoots where !added.contains(where: { $0.certificate == root }) {
            added.append(try Anchor(root, isBuiltIn: false))
        }
        anchors = try TrustAnchors.joining(configuration.trustsBuiltInRoots ? AppleRootCA.g3DER : nil, added)
        receiptAnchors = try TrustAnchors.joining(configuration.trustsBuiltInRoots ? AppleRootCA.rsaDER : nil, added)
        xcode = configuration.xcodeCertificates
    }

    /// A built-in root before those added, which may hold it too.
    private static func joining(
        _ builtIn: [UInt8]?, _ added: [Anchor]
    ) throws(VerifierConfigurationError) -> [Anchor] {
        guard let builtIn else { return added }
        guard let root = try? Certificate(der: builtIn) else { throw .builtInRoot }
        return [try Anchor(root, isBuiltIn: true)] + added.filter { $0.certificate != root }
    }
}
