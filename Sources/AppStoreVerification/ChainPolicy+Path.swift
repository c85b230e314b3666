internal import OpenSSLCrypto

extension ChainPolicy {
    /// Finds the anchors that the path leads to: by name, by signature, and by OpenSSL's judgement of the whole path.
    ///
    /// Anchors are tried one by one, each in a store of its own: with two of one name in one store OpenSSL's verdict
    /// depends on the order in which they were added.
    ///
    /// - Returns: The anchors that passed; only an explanation goes on with some that did not, or with none.
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
                expected: anchors.isEmpty
                    ? "a configured root" : anchors.map(\.certificate.subject).joined(separator: " or "),
                got: intermediate.issuer,
                hint: "if this is your test authority, trust its root: --root FILE"))
        let isLeafSigned = leaf.isSigned(by: intermediate)
        // Without an anchor only half of the links can be judged, and half a rung is none.
        if !isLeafSigned || !named.isEmpty {
            try ladder.require(
                isLeafSigned,
                or: VerificationFailure(
                    .chainSignature, "the intermediate bears the issuer's name, but its key did not sign the leaf",
                    expected: "a signature by the key of \(intermediate.subject)", got: "another signature"))
        }
        let signers = try narrow(named, ladder: &ladder) {
            intermediate.isSigned(by: $0)
        } or: { anchor in
            VerificationFailure(
                .chainSignature, "a trusted root bears the issuer's name, but its key did not sign the intermediate",
                expected: "a signature by the key of \(anchor.subject)", got: "another signature")
        }
        try ladder.require(intermediate.basicConstraints?.isCA == true, or: notAuthority(.intermediate))
        let authorities = try narrow(signers, ladder: &ladder) {
            // An old root may have no way to say that it is an authority; OpenSSL judges whether it passes for one.
            $0.basicConstraints?.isCA != false
        } or: { _ in
            notAuthority(.anchor)
        }
        // Of a path that is broken already OpenSSL could only say so again, in other words.
        if ladder.hasFailed(.chainUntrusted, .chainSignature, .chainNotCA) { return authorities }
        return try judgeWithOpenSSL(leaf: leaf, intermediate: intermediate, anchors: authorities, ladder: &ladder)
    }

    /// Keeps the anchors that pass a check; that none does is the failure.
    ///
    /// The anchors are alternatives, so no check may look at one of them only: the verdict would depend on their order.
    static func narrow(
        _ anchors: [TrustAnchors.Anchor], ladder: inout CheckLadder, where passes: (Certificate) -> Bool,
        or failure: (Certificate) -> VerificationFailure
    ) throws(VerificationFailure) -> [TrustAnchors.Anchor] {
        guard let first = anchors.first else { return [] }
        let passing = anchors.filter { passes($0.certificate) }
        try ladder.require(!passing.isEmpty, or: failure(first.certificate))
        return passing.isEmpty ? anchors : passing
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
            if judgement == .trusted || isJudgedLater(judgement, [leaf, intermediate, anchor.certificate]) {
                accepted.append(anchor)
            } else {
                // The anchor that led furthest speaks for all, so that their order does not matter.
                let found = describe(judgement)
                if found.code.position > failure?.code.position ?? -1 { failure = found }
            }
        }
        guard accepted.isEmpty, let failure else {
            ladder.pass(.chainPathLength)
            return accepted
        }
        try ladder.require(false, or: failure)
        return anchors
    }

    /// Whether OpenSSL stumbled over something that has a check and a code of its own further on, which cannot pass.
    ///
    /// Without keyCertSign it speaks of an invalid authority, and a key of another kind it may not be able to read.
    private static func isJudgedLater(_ judgement: PathJudgement, _ path: [Certificate]) -> Bool {
        switch judgement {
        case .invalidCA: path.dropFirst().contains { $0.keyUsage?.contains(.keyCertSign) == false }
        case .issuerKey: path.contains { $0.publicKeyKind != .p256 && $0.publicKeyKind != .p384 }
        default: false
        }
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
