import AppStoreModels
import AppStoreVerification
import OpenSSLCrypto
import TestSupport

extension VerificationVector {
    /// The verifier that the vector asks for.
    func verifier() throws -> SignedDataVerifier {
        var configuration = VerifierConfiguration(trustsBuiltInRoots: false)
        configuration.addedRoots = try trust.roots.map { try Certificate(der: $0) }
        configuration.xcodeCertificates = try trust.xcodeCertificates.map { try Certificate(der: $0) }
        configuration.apps = trust.apps.map { text in
            let parts = text.split(separator: ":")
            return AppIdentity(bundleId: String(parts[0]), appAppleId: parts.count > 1 ? Int64(parts[1]) : nil)
        }
        configuration.environments = Set(trust.environments.map { Environment(rawValue: $0) })
        switch trust.clock {
        case "signed": configuration.clock = .signedDate
        case "now": configuration.clock = .now
        default:
            guard let instant = Int64(trust.clock) else { throw FormatError("\(trust.clock) is no clock") }
            configuration.clock = .instant(instant)
        }
        if let maximumBytes = trust.maximumBytes { configuration.maximumBytes = maximumBytes }
        return try SignedDataVerifier(configuration)
    }

    private var wanted: PayloadKind? { kind.flatMap(PayloadKind.init) }

    /// What a verifier says of the input.
    func verdict(by verifier: SignedDataVerifier) -> Expectation {
        do throws(VerificationFailure) {
            let verified = try verifier.verify([UInt8](input.utf8), as: wanted, now: validationTime)
            if let failure = verified.nestedFailure {
                return .refused(code: failure.code.rawValue, path: failure.path)
            }
            return .accepted(kind: verified.kind.rawValue)
        } catch {
            return .refused(code: error.code.rawValue, path: error.path)
        }
    }

    /// Why the input is refused, wherever.
    func failure() throws -> VerificationFailure? {
        let verifier = try verifier()
        do throws(VerificationFailure) {
            return try verifier.verify([UInt8](input.utf8), as: wanted, now: validationTime).nestedFailure
        } catch { return error }
    }

    /// Every check that a verifier ran on the input.
    func checks(by verifier: SignedDataVerifier) -> [VerificationCheck] {
        verifier.explain([UInt8](input.utf8), as: wanted, now: validationTime)
    }
}
