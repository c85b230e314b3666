internal import AppStoreModels
public import OpenSSLCrypto

/// What is known about the revocation of the certificates under a payload, and what follows by the policy.
public struct RevocationReport: Sendable {
    /// What is known about one certificate.
    public struct Finding: Sendable {
        /// The certificate.
        public let certificate: Certificate
        /// Its part in the path, `leaf` or `intermediate`.
        public let role: String
        /// The nested JWS whose chain it is in; `nil` for the outer one's.
        public let path: String?
        /// What is known.
        public let result: RevocationResult
    }

    /// The policy.
    public let policy: RevocationPolicy
    /// The certificates, those of the outer JWS first; none where nobody is to be asked.
    public let findings: [Finding]
    /// Why the data must not be believed; `nil` when nothing stands against it.
    public let failure: VerificationFailure?
    /// Whether the same data may be believed later; only what failed can be.
    public let isTemporary: Bool

    /// Judges what was found: one certificate that was revoked decides, then one that nobody can ever say anything about.
    init(policy: RevocationPolicy, findings: [Finding]) {
        self.policy = policy
        self.findings = findings
        let revoked = findings.lazy.compactMap(\.revocation).first
        let gaps = policy == .hard ? findings.filter { $0.gap != nil } : []
        let gap = gaps.first { $0.gap?.isFinal == true } ?? gaps.first
        failure = revoked ?? gap?.ignorance
        isTemporary = revoked == nil && gap?.gap?.isFinal == false
    }

    /// The rungs that revocation adds to an explanation.
    ///
    /// - Parameter report: What was found; `nil` when an earlier check failed, so that nobody was asked.
    /// - Returns: The two checks with their results.
    public static func checks(of report: RevocationReport?) -> [VerificationCheck] {
        [FailureCode.revocationRevoked, .revocationUnknown].map { code in
            var check = VerificationCheck(code: code, title: code.title, result: .notReached)
            guard let report else { return check }
            let isFailed = report.failure?.code == code
            // Where ignorance is allowed, the question was asked for the counts only.
            let isIgnored =
                code == .revocationUnknown && report.policy == .soft && report.findings.contains { $0.gap != nil }
            check.result = isFailed ? .failed : isIgnored ? .notAsked : .passed
            check.expected = isFailed ? report.failure?.expected : nil
            check.got = isFailed ? report.failure?.got : nil
            check.path = isFailed ? report.failure?.path : nil
            return check
        }
    }
}

extension RevocationReport.Finding {
    fileprivate var gap: RevocationGap? {
        if case .unknown(let gap) = result { gap } else { nil }
    }

    fileprivate var revocation: VerificationFailure? {
        guard case .revoked(let seconds, let reason) = result else { return nil }
        let date = Timestamp(milliseconds: seconds.multipliedReportingOverflow(by: 1000).partialValue)
        return VerificationFailure(
            .revocationRevoked, "the \(role) certificate was revoked", expected: "a certificate that was not revoked",
            got: "revoked at \(date)" + (reason.map { " (\($0))" } ?? ""),
            hint: "somebody else may hold its key: believe nothing that it signed", path: path)
    }

    fileprivate var ignorance: VerificationFailure? {
        guard let gap else { return nil }
        return VerificationFailure(
            .revocationUnknown, "nobody says whether the \(role) certificate was revoked",
            expected: "an answer of its OCSP responder", got: gap.description,
            hint: gap.isFinal
                ? "with the policy hard only what responders answer for is believed; soft would let it pass"
                : "try again later; see that this host may reach the responder over plain http",
            path: path)
    }
}
