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
        let seconds = Timestamp(milliseconds: milliseconds).seconds
        let anchor = bestAnchor(of: chain, at: seconds)
        var named: [(Certificate, CertificateRole)] = zip(chain.certificates, [.leaf, .intermediate]).map { ($0, $1) }
        if let anchor { named.append((anchor, .anchor)) }
        let time = "\(Timestamp(milliseconds: milliseconds)) (clock: \(clock))"
        for (certificate, role) in named {
            try ladder.require(
                certificate.notBefore <= seconds,
                or: VerificationFailure(
                    .chainNotYetValid, "the \(role.rawValue) certificate was not valid yet at the chosen time",
                    expected: "a time from \(text(certificate.notBefore)) on", got: time,
                    hint: "judge the dates at another time with --clock, or use a certificate that was valid then"))
        }
        for (certificate, role) in named {
            try ladder.require(
                seconds <= certificate.notAfter,
                or: VerificationFailure(
                    .chainExpired, "the \(role.rawValue) certificate was not valid any more at the chosen time",
                    expected: "a time up to \(text(certificate.notAfter))", got: time,
                    hint: clock == "signedDate"
                        ? "the data bears a date after the end of its signer's certificate and cannot be trusted"
                        : "stored data is judged at its signing date: use --clock signed (the default)"))
        }
    }

    /// A certificate's date; the years that X.509 can write fit milliseconds.
    private static func text(_ seconds: Int64) -> String {
        Timestamp(milliseconds: seconds.multipliedReportingOverflow(by: 1000).partialValue).description
    }

    /// The anchor to judge and report: one that is valid if there is one.
    private static func bestAnchor(of chain: VerifiedChain, at seconds: Int64) -> Certificate? {
        chain.anchors.first { $0.notBefore <= seconds && seconds <= $0.notAfter } ?? chain.anchors.first
    }
}

/// The part that a certificate plays in a path.
enum CertificateRole: String, Sendable {
    case leaf, intermediate, anchor
}
