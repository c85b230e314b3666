internal import AppStoreModels
internal import OpenSSLCrypto

extension ChainPolicy {
    /// Judges the validity of every certificate in the path, anchor included, at one instant.
    ///
    /// Whole seconds are compared and both ends count (RFC 5280, section 4.1.2.5): a certificate is still valid in the
    /// second of its notAfter. Of several anchors one valid one is enough.
    /// The clock's name, such as "signedDate", is told in a failure.
    static func judgeDates(
        of chain: VerifiedChain, at milliseconds: Int64, clock: String, ladder: inout CheckLadder
    ) throws(VerificationFailure) {
        try judgeDates(
            of: chain.certificates, anchors: chain.trust.anchors, at: milliseconds, clock: clock, ladder: &ladder)
    }

    /// Judges the validity of a path's certificates and of the anchors that it leads to.
    static func judgeDates(
        of certificates: [Certificate], anchors: [TrustAnchors.Anchor], at milliseconds: Int64, clock: String,
        ladder: inout CheckLadder
    ) throws(VerificationFailure) {
        let seconds = Timestamp(milliseconds: milliseconds).seconds
        let path = zip(certificates, [CertificateRole.leaf, .intermediate])
        func time() -> String { "\(Timestamp(milliseconds: milliseconds)) (clock: \(clock))" }
        func early(_ certificate: Certificate, _ role: CertificateRole) -> VerificationFailure {
            VerificationFailure(
                .chainNotYetValid, "the \(role.rawValue) certificate was not valid yet at the chosen time",
                expected: "a time from \(text(certificate.notBefore)) on", got: time(),
                hint: "judge the dates at another time with --clock, or use a certificate that was valid then")
        }
        func late(_ certificate: Certificate, _ role: CertificateRole) -> VerificationFailure {
            VerificationFailure(
                .chainExpired, "the \(role.rawValue) certificate was not valid any more at the chosen time",
                expected: "a time up to \(text(certificate.notAfter))", got: time(),
                hint: clock == "signedDate" || clock == receiptClock
                    ? "the data bears a date after the end of its signer's certificate and cannot be trusted"
                    : "stored data is judged at its signing date: use --clock signed (the default)")
        }
        for (certificate, role) in path {
            try ladder.require(certificate.notBefore <= seconds, or: early(certificate, role))
        }
        let begun = try narrow(anchors, ladder: &ladder) {
            $0.notBefore <= seconds
        } or: { anchor in
            early(anchor, .anchor)
        }
        for (certificate, role) in path {
            try ladder.require(seconds <= certificate.notAfter, or: late(certificate, role))
        }
        _ = try narrow(begun, ladder: &ladder) {
            seconds <= $0.notAfter
        } or: {
            late($0, .anchor)
        }
    }

    /// What the creation date of a receipt is called as a clock.
    static let receiptClock = "receiptCreationDate"

    /// A certificate's date; the years that X.509 can write fit milliseconds.
    private static func text(_ seconds: Int64) -> String {
        Timestamp(milliseconds: seconds.multipliedReportingOverflow(by: 1000).partialValue).description
    }
}

/// The part that a certificate plays in a path.
enum CertificateRole: String, Sendable {
    case leaf, intermediate, anchor
}
