internal import AppStoreModels
internal import AppStoreVerification
internal import OpenSSLCrypto
internal import StrictJSON

/// A certificate that trust starts from, for people to check.
struct TrustAnchorReport: Sendable {
    let certificate: Certificate
    let isBuiltIn: Bool
    let mayVouchForProduction: Bool

    /// The anchors of a verifier, the built-in ones first: that of signed data, then that of receipts.
    static func all(_ verifier: VerifierConfiguration) -> [TrustAnchorReport] {
        let roots = verifier.trustsBuiltInRoots ? [AppleRootCA.g3DER, AppleRootCA.rsaDER] : []
        let builtIn = roots.compactMap { try? Certificate(der: $0) }
        let mayVouch = verifier.environments.contains(.production)
        return (builtIn.map { ($0, true) } + verifier.addedRoots.map { ($0, false) }).map {
            TrustAnchorReport(certificate: $0, isBuiltIn: $1, mayVouchForProduction: mayVouch)
        }
    }

    /// Whole days until it expires; below 0 when it has.
    func daysLeft(_ now: Int64) -> Int64 {
        let seconds = certificate.notAfter - Timestamp(milliseconds: now).seconds
        return seconds < 0 ? -1 - (-1 - seconds) / 86_400 : seconds / 86_400
    }

    /// Name, fingerprint and dates.
    func json(_ now: Int64) -> JSONValue {
        [
            "subject": .string(certificate.subject),
            "sha256": .string(certificate.fingerprint.hexadecimal),
            "notAfter": .integer(certificate.notAfter * 1000),
            "daysLeft": .integer(daysLeft(now)),
            "builtIn": .boolean(isBuiltIn),
            "mayVouchForProduction": .boolean(mayVouchForProduction),
        ]
    }
}
