package import AppStoreVerification
internal import AppStoreModels
internal import OpenSSLCrypto

/// Reads the files that the trust flags name.
package struct TrustMaterial {
    private let io: CommandIO
    private var problems: [Problem] = []

    private init(io: CommandIO) { self.io = io }

    /// Makes a verifier of what the trust flags say.
    ///
    /// - Throws: Every problem with the files at once.
    package static func verifier(for options: TrustOptions, io: CommandIO) throws(CommandError) -> SignedDataVerifier {
        let configuration = try configuration(for: options, io: io)
        do throws(VerifierConfigurationError) {
            return try SignedDataVerifier(configuration)
        } catch {
            throw .misconfigured([Problem(error.description)])
        }
    }

    /// Reads the certificates and says the rest in the verifier's words.
    ///
    /// - Throws: Every problem with the files at once.
    package static func configuration(
        for options: TrustOptions, io: CommandIO
    ) throws(CommandError) -> VerifierConfiguration {
        var material = TrustMaterial(io: io)
        let roots = options.rootFiles.flatMap { material.certificates($0, role: "root") }
        let xcode = options.xcodeCertificateFile.map { material.certificates($0, role: "Xcode certificate") } ?? []
        guard material.problems.isEmpty else { throw .misconfigured(material.problems) }
        return VerifierConfiguration(
            trustsBuiltInRoots: options.usesBuiltInRoots, addedRoots: roots, xcodeCertificates: xcode,
            apps: options.apps.map { AppIdentity(bundleId: $0.bundleId, appAppleId: $0.appleId) },
            environments: Set(options.environments.map { Environment(rawValue: $0) }),
            clock: ValidationClock(options.clock), maximumBytes: CommandIO.inputLimit)
    }

    /// The certificates of a file, PEM or DER; none after a problem was noted.
    private mutating func certificates(_ path: String, role: String) -> [Certificate] {
        let bytes: [UInt8]
        do throws(CommandError) { bytes = try io.contents(of: path) } catch {
            problems += error.problems.map { Problem("\(role): \($0.text)", hint: $0.hint) }
            return []
        }
        let found = TrustMaterial.read(bytes)
        if case .failure(let problem) = found {
            problems.append(Problem("\(role) \(Quoted.word(path)) \(problem.text)", hint: problem.hint))
        }
        return (try? found.get()) ?? []
    }

    private struct Unreadable: Error {
        var text: String
        var hint: String
    }

    private static func read(_ bytes: [UInt8]) -> Result<[Certificate], Unreadable> {
        let hint = "a certificate in PEM (-----BEGIN CERTIFICATE-----) or DER is needed"
        if bytes[...].trimmingWhiteSpace().isEmpty { return .failure(Unreadable(text: "is empty", hint: hint)) }
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(OpenSSLError) {
            if text.contains("-----BEGIN ") { return .success(try Certificate.certificates(pem: text)) }
            return .success([try Certificate(der: bytes)])
        } catch {
            let isKey = text.contains("PRIVATE KEY-----") && !text.contains("BEGIN CERTIFICATE")
            return .failure(
                isKey
                    ? Unreadable(text: "holds a private key", hint: "verifying never needs one; \(hint)")
                    : Unreadable(text: "is not a certificate: \(error)", hint: hint))
        }
    }
}

extension ValidationClock {
    /// The clock that a flag names.
    init(_ clock: TrustOptions.Clock) {
        self =
            switch clock {
            case .signed: .signedDate
            case .now: .now
            case .at(let milliseconds): .instant(milliseconds)
            }
    }
}
