internal import OpenSSLCrypto

extension ChainPolicy {
    /// The sizes of RSA keys that are accepted, in bits: Apple's have 2048, and a huge one costs time to work with.
    private static let rsaBits = 2048...8192

    /// Judges the path signer, intermediate, configured anchor: all but its dates.
    ///
    /// It is that of App Store data with RSA in the place of ECDSA. The order of the certificates inside a message says
    /// nothing, so every one that bears the issuer's name is tried.
    static func judgeReceipt(
        _ message: SignedMessage, anchors: [TrustAnchors.Anchor], ladder: inout CheckLadder
    ) throws(VerificationFailure) -> ReceiptChain {
        let leaf = message.signer
        var failure: VerificationFailure?
        for intermediate in message.certificates where leaf.isIssued(byNameOf: intermediate) && intermediate != leaf {
            do throws(VerificationFailure) {
                return try judgeReceipt(leaf: leaf, intermediate: intermediate, anchors: anchors, ladder: &ladder)
            } catch {
                failure = failure ?? error
            }
        }
        throw failure
            ?? VerificationFailure(
                .chainUntrusted, "the certificate of the signer's issuer is not in the receipt", expected: leaf.issuer,
                got: message.certificates.filter { $0 != leaf }.map(\.subject).first ?? "none")
    }

    private static func judgeReceipt(
        leaf: Certificate, intermediate: Certificate, anchors: [TrustAnchors.Anchor], ladder: inout CheckLadder
    ) throws(VerificationFailure) -> ReceiptChain {
        // The keys first: what is done with them after that takes a known time.
        for (certificate, role) in [(leaf, CertificateRole.leaf), (intermediate, .intermediate)] {
            try ladder.require(hasReceiptKey(certificate), or: receiptKeyFailure(certificate, role: role))
            let algorithm = certificate.signatureAlgorithm
            try ladder.require(
                algorithm == .rsaSHA1 || algorithm == .rsaSHA256,
                or: VerificationFailure(
                    .chainKeyType, "the \(role.rawValue) is signed with another algorithm",
                    expected: "sha1WithRSAEncryption or sha256WithRSAEncryption", got: algorithm.description))
        }
        var anchors = try judgePath(leaf: leaf, intermediate: intermediate, anchors: anchors, ladder: &ladder)
        try judgeLeaf(leaf, ladder: &ladder)
        anchors = try narrow(anchors, ladder: &ladder, where: hasReceiptKey) { receiptKeyFailure($0, role: .anchor) }
        try judgePurpose(leaf: leaf, intermediate: intermediate, anchors: &anchors, ladder: &ladder)
        return ReceiptChain(certificates: [leaf, intermediate], trust: .anchors(anchors))
    }

    private static func hasReceiptKey(_ certificate: Certificate) -> Bool {
        certificate.rsaKeyBits.map(rsaBits.contains) ?? false
    }

    private static func receiptKeyFailure(_ certificate: Certificate, role: CertificateRole) -> VerificationFailure {
        VerificationFailure(
            .chainKeyType, "the \(role.rawValue) has a key of another type",
            expected: "RSA of \(rsaBits.lowerBound) to \(rsaBits.upperBound) bits",
            got: certificate.rsaKeyBits.map { "RSA of \($0) bits" } ?? certificate.publicKeyKind.description)
    }
}
