internal import OpenSSLCrypto

extension ChainPolicy {
    /// Finds the anchors that the path leads to: by name, by signature, and by OpenSSL's judgement of the whole path.
    ///
    /// Anchors are tried one by one, each in a store of its own: with two of one name in one store OpenSSL's verdict
    /// depends on the order in which they were added.
    static func judgePath(
        leaf: Certificate, intermediate: Certificate, anchors: [TrustAnchors.Anchor], ladder: inout CheckLadder
    ) throws(VerificationFailure) -> [TrustAnchors.Anchor] {
        try ladder.require(
            leaf.isIssued(byNameOf: intermediate),
            or: VerificationFailure(
                .chainUntrusted, "the leaf was issued by somebody else than x5c[1]", expected: leaf.issuer,
                got: intermediate.subject))
        let named = anchors.filter { intermediate.isIssued(byNameOf: $0.certificate) }
        try ladder.require(
            !named.isEmpty,
            or: VerificationFailure(
                .chainUntrusted, "no trusted root issued the intermediate",
                expected: anchors.map(\.certificate.subject).joined(separator: " or "), got: intermediate.issuer,
                hint: "if this is your test authority, trust its root: --root FILE"))
        try ladder.require(
            leaf.isSigned(by: intermediate),
            or: VerificationFailure(
                .chainSignature, "the intermediate bears the issuer's name, but its key did not sign the leaf",
                expected: "a signature by the key of \(intermediate.subject)", got: "another signature"))
        let signers = named.filter { intermediate.isSigned(by: $0.certificate) }
        try ladder.require(
            !signers.isEmpty || named.isEmpty,
            or: VerificationFailure(
                .chainSignature, "a trusted root bears the issuer's name, but its key did not sign the intermediate",
                expected: "a signature by the key of \(named.first?.certificate.subject ?? "a root")",
                got: "another signature"))
        let authorities = signers.filter { isAuthority($0.certificate) }
        try ladder.require(
            intermediate.basicConstraints?.isCA == true,
            or: notAuthority(.intermediate))
        try ladder.require(!authorities.isEmpty || signers.isEmpty, or: notAuthority(.anchor))
        return try judgeWithOpenSSL(leaf: leaf, intermediate: intermediate, anchors: authorities, ladder: &ladder)
    }

    /// A version 1 root has no way to say that it is an authority; being configured is its word.
    private static func isAuthority(_ certificate: Certificate) -> Bool {
        certificate.basicConstraints?.isCA ?? (certificate.version < 3)
    }

    private static func notAuthority(_ role: CertificateRole) -> VerificationFailure {
        VerificationFailure(
            .chainNotCA, "the \(role.rawValue) is not a certificate authority",
            expected: "basic constraints with CA:TRUE", got: "CA:FALSE, or none")
    }

    private static func judgeWithOpenSSL(
        leaf: Certificate, intermediate: Certificate, anchors: [TrustAnchors.Anchor], ladder: inout CheckLadder
    ) throws(VerificationFailure) -> [TrustAnchors.Anchor] {
        var accepted: [TrustAnchors.Anchor] = []
        var failure: VerificationFailure?
        for anchor in anchors {
            let judgement = anchor.path.judge(leaf: leaf, intermediate: intermediate)
            // Without keyCertSign OpenSSL speaks of an invalid authority; key usage has its own check and code.
            let lacksKeyUsage = [intermediate, anchor.certificate].contains {
                $0.keyUsage?.contains(.keyCertSign) == false
            }
            if judgement == .trusted {
                accepted.append(anchor)
            } else if case .invalidCA = judgement, lacksKeyUsage {
                accepted.append(anchor)
            } else if failure == nil {
                failure = describe(judgement)
            }
        }
        let isAccepted = !accepted.isEmpty || failure == nil
        try ladder.require(isAccepted, or: failure ?? VerificationFailure(.chainPathLength, ""))
        return accepted
    }

    private static func describe(_ judgement: PathJudgement) -> VerificationFailure {
        switch judgement {
        case .trusted: VerificationFailure(.chainUntrusted, "the path is trusted")
        case .untrusted, .issuerKey, .outOfMemory:
            VerificationFailure(
                .chainUntrusted, "no path to a trusted root can be built", expected: "leaf, intermediate, trusted root",
                got: String(describing: judgement))
        case .chainLength(let count):
            VerificationFailure(
                .chainUntrusted, "the path to the trusted root has the wrong length", expected: "3 certificates",
                got: "\(count)")
        case .signature:
            VerificationFailure(
                .chainSignature, "a signature in the path does not hold", expected: "signatures by the issuers' keys",
                got: "another signature")
        case .invalidCA:
            VerificationFailure(
                .chainNotCA, "an issuer is not a certificate authority", expected: "certificate authorities",
                got: String(describing: judgement))
        case .pathLength:
            VerificationFailure(
                .chainPathLength, "the path is longer than an authority allows",
                expected: "a path length that allows an intermediate and a leaf", got: "a shorter one")
        case .nameConstraints:
            VerificationFailure(
                .chainPathLength, "a name in the path is outside an authority's name constraints",
                expected: "names within the constraints", got: "another name")
        case .other(_, let text, _):
            VerificationFailure(
                .chainUntrusted, "the path is not acceptable to OpenSSL", expected: "an acceptable path", got: text)
        }
    }
}
