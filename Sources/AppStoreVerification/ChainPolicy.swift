internal import OpenSSLCrypto

/// What a certificate path must be for App Store data, and for Xcode's.
///
/// OpenSSL judges the path, its length and name constraints. The rest is judged here, where OpenSSL 3.0 is too lenient
/// (it takes a leaf with CA:TRUE or without digitalSignature), too strict (it refuses a critical marker) or vague (it
/// calls an authority without keyCertSign an invalid one). Dates are judged apart, since their clock may be signed.
enum ChainPolicy {
    /// Apple's mark on leaves that sign receipts and App Store data.
    static let leafMarker = "1.2.840.113635.100.6.11.1"
    /// Apple's mark on its intermediates for developer relations.
    static let intermediateMarker = "1.2.840.113635.100.6.2.1"

    /// Judges the path leaf, intermediate, configured anchor: all but its dates.
    static func judgeAppStore(
        leaf: Certificate, intermediate: Certificate, anchors: [TrustAnchors.Anchor], ladder: inout CheckLadder
    ) throws(VerificationFailure) -> VerifiedChain {
        var anchors = try judgePath(leaf: leaf, intermediate: intermediate, anchors: anchors, ladder: &ladder)
        try judgeLeaf(leaf, ladder: &ladder)
        try judgeKeys(leaf: leaf, intermediate: intermediate, anchors: &anchors, ladder: &ladder)
        try judgePurpose(leaf: leaf, intermediate: intermediate, anchors: &anchors, ladder: &ladder)
        guard let key = leaf.subjectPublicKey else {
            throw keyFailure(leaf, role: .leaf, expected: "EC P-256")
        }
        return VerifiedChain(certificates: [leaf, intermediate], trust: .anchors(anchors), leafKey: key)
    }

    /// The leaf signs data, and no certificates.
    static func judgeLeaf(_ leaf: Certificate, ladder: inout CheckLadder) throws(VerificationFailure) {
        try ladder.require(
            leaf.basicConstraints?.isCA != true,
            or: VerificationFailure(
                .chainLeafIsCA, "the leaf is a certificate authority", expected: "CA:FALSE, or no basic constraints",
                got: "CA:TRUE"))
    }

    /// What the certificates are for: key usage, critical extensions, version and Apple's markers.
    static func judgePurpose(
        leaf: Certificate, intermediate: Certificate, anchors: inout [TrustAnchors.Anchor], ladder: inout CheckLadder
    ) throws(VerificationFailure) {
        try judgeKeyUsage(leaf: leaf, intermediate: intermediate, anchors: &anchors, ladder: &ladder)
        try judgeExtensions(leaf: leaf, intermediate: intermediate, anchors: &anchors, ladder: &ladder)
        for (certificate, role) in [(leaf, CertificateRole.leaf), (intermediate, .intermediate)] {
            try ladder.require(
                certificate.version == 3,
                or: VerificationFailure(
                    .chainVersion, "the \(role.rawValue) is not a version 3 certificate", expected: "version 3",
                    got: "version \(certificate.version)"))
        }
        try judgeMarkers(leaf: leaf, intermediate: intermediate, ladder: &ladder)
    }

    /// Xcode's one certificate must be, byte for byte, one that was exported and configured.
    static func judgeXcode(
        _ certificate: Certificate, trusted: [Certificate], ladder: inout CheckLadder
    ) throws(VerificationFailure) -> VerifiedChain {
        try ladder.require(
            trusted.contains(certificate),
            or: VerificationFailure(
                .chainUntrusted, "the certificate is none that was exported from Xcode and configured",
                expected: trusted.map { "SHA-256 " + $0.fingerprint.hexadecimal }.joined(separator: " or "),
                got: "SHA-256 " + certificate.fingerprint.hexadecimal,
                hint: "in Xcode: Editor > Save Public Certificate; then --xcode-certificate FILE"))
        guard let key = certificate.subjectPublicKey else {
            throw keyFailure(certificate, role: .leaf, expected: "EC P-256")
        }
        return VerifiedChain(certificates: [certificate], trust: .xcode, leafKey: key)
    }

    private static func judgeKeys(
        leaf: Certificate, intermediate: Certificate, anchors: inout [TrustAnchors.Anchor], ladder: inout CheckLadder
    ) throws(VerificationFailure) {
        try ladder.require(
            leaf.publicKeyKind == .p256, or: keyFailure(leaf, role: .leaf, expected: "EC P-256"))
        try ladder.require(hasAuthorityKey(intermediate), or: authorityKeyFailure(intermediate, role: .intermediate))
        anchors = try narrow(anchors, ladder: &ladder, where: hasAuthorityKey) {
            authorityKeyFailure($0, role: .anchor)
        }
        // An anchor's own signature is nobody's business: it is trusted because configuration says so.
        for (certificate, role) in [(leaf, CertificateRole.leaf), (intermediate, .intermediate)] {
            let algorithm = certificate.signatureAlgorithm
            try ladder.require(
                algorithm == .ecdsaSHA256 || algorithm == .ecdsaSHA384,
                or: VerificationFailure(
                    .chainKeyType, "the \(role.rawValue) is signed with another algorithm",
                    expected: "ecdsa-with-SHA256 or ecdsa-with-SHA384", got: algorithm.description))
        }
    }

    private static func hasAuthorityKey(_ certificate: Certificate) -> Bool {
        certificate.publicKeyKind == .p256 || certificate.publicKeyKind == .p384
    }

    private static func authorityKeyFailure(
        _ certificate: Certificate, role: CertificateRole
    ) -> VerificationFailure { keyFailure(certificate, role: role, expected: "EC P-256 or EC P-384") }

    private static func keyFailure(
        _ certificate: Certificate, role: CertificateRole, expected: String
    ) -> VerificationFailure {
        VerificationFailure(
            .chainKeyType, "the \(role.rawValue) has a key of another type", expected: expected,
            got: certificate.publicKeyKind.description)
    }

    /// Key usage is judged where the extension is present: some test authorities leave it out.
    private static func judgeKeyUsage(
        leaf: Certificate, intermediate: Certificate, anchors: inout [TrustAnchors.Anchor], ladder: inout CheckLadder
    ) throws(VerificationFailure) {
        try ladder.require(
            leaf.keyUsage?.contains(.digitalSignature) != false,
            or: VerificationFailure(
                .chainKeyUsage, "the leaf may not sign data", expected: "key usage digitalSignature",
                got: leaf.keyUsage?.description))
        try ladder.require(maySign(intermediate), or: keyUsageFailure(intermediate, role: .intermediate))
        anchors = try narrow(anchors, ladder: &ladder, where: maySign) { keyUsageFailure($0, role: .anchor) }
    }

    private static func maySign(_ authority: Certificate) -> Bool {
        authority.keyUsage?.contains(.keyCertSign) != false
    }

    private static func keyUsageFailure(_ certificate: Certificate, role: CertificateRole) -> VerificationFailure {
        VerificationFailure(
            .chainKeyUsage, "the \(role.rawValue) may not sign certificates", expected: "key usage keyCertSign",
            got: certificate.keyUsage?.description)
    }

    private static func judgeExtensions(
        leaf: Certificate, intermediate: Certificate, anchors: inout [TrustAnchors.Anchor], ladder: inout CheckLadder
    ) throws(VerificationFailure) {
        for (certificate, role) in [(leaf, CertificateRole.leaf), (intermediate, .intermediate)] {
            try ladder.require(unknownExtension(of: certificate) == nil, or: extensionFailure(certificate, role: role))
        }
        anchors = try narrow(anchors, ladder: &ladder) {
            unknownExtension(of: $0) == nil
        } or: { anchor in
            extensionFailure(anchor, role: .anchor)
        }
    }

    /// The first critical extension that neither OpenSSL knows nor we do.
    private static func unknownExtension(of certificate: Certificate) -> String? {
        certificate.extensions.first {
            $0.isCritical && !$0.isSupported && $0.oid != leafMarker && $0.oid != intermediateMarker
        }?.oid
    }

    private static func extensionFailure(_ certificate: Certificate, role: CertificateRole) -> VerificationFailure {
        VerificationFailure(
            .chainCriticalExtension, "the \(role.rawValue) has a critical extension that is not understood",
            expected: "known critical extensions only", got: unknownExtension(of: certificate))
    }

    private static func judgeMarkers(
        leaf: Certificate, intermediate: Certificate, ladder: inout CheckLadder
    ) throws(VerificationFailure) {
        try ladder.require(
            leaf.hasExtension(leafMarker),
            or: VerificationFailure(
                .chainLeafMarker, "the leaf was not issued for App Store data", expected: "extension \(leafMarker)",
                got: "none",
                hint: "other certificates under Apple's root, such as a developer's own, do not speak for the App Store"
            ))
        try ladder.require(
            intermediate.hasExtension(intermediateMarker),
            or: VerificationFailure(
                .chainIntermediateMarker, "the intermediate does not issue for App Store data",
                expected: "extension \(intermediateMarker)", got: "none"))
    }
}
