public import AppStoreModels

/// Verifies what the App Store signs: notifications, transactions, renewal info, app transactions, realtime requests.
///
/// One verifier serves several apps and environments; the verified claims select among them. The chain is judged before
/// the signature, the signature before any payload byte is read. Nothing skips the signature. It may be shared freely.
public final class SignedDataVerifier: Sendable {
    /// What it trusts and accepts.
    public let configuration: VerifierConfiguration
    let anchors: TrustAnchors
    let cache = ChainCache()

    /// Makes a verifier.
    ///
    /// - Throws: ``VerifierConfigurationError`` when the configuration could accept nothing, or contradicts itself.
    public init(_ configuration: VerifierConfiguration) throws(VerifierConfigurationError) {
        let xcode = !configuration.xcodeCertificates.isEmpty
        if configuration.environments.isEmpty { throw .noEnvironment }
        if configuration.environments.contains(.xcode), !xcode { throw .xcodeWithoutCertificate }
        if xcode, !configuration.environments.contains(.xcode) { throw .xcodeNotEnabled }
        if configuration.environments.contains(.localTesting), configuration.addedRoots.isEmpty {
            throw .localTestingWithoutRoot
        }
        anchors = try TrustAnchors(configuration)
        if anchors.anchors.isEmpty, !xcode { throw .noTrustAnchor }
        self.configuration = configuration
    }

    /// Verifies a JWS in compact serialization, and what is signed inside it.
    ///
    /// A failure inside a notification is not thrown: the notification is verified, and names it.
    ///
    /// - Parameters:
    ///   - bytes: The JWS as received, without surrounding white space.
    ///   - kind: The kind that is wanted; `nil` for whatever it is.
    ///   - now: The present, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The payload, of its kind.
    /// - Throws: ``VerificationFailure`` naming the first check that failed.
    public func verify(
        _ bytes: [UInt8], as kind: PayloadKind? = nil, now: Int64
    ) throws(VerificationFailure) -> VerifiedPayload {
        var run = VerificationRun(verifier: self, now: now, isExplaining: false)
        return try run.verify(bytes, as: kind)
    }

    /// Runs every check that still means something, and lists the results; nothing that comes of it is trusted.
    ///
    /// - Parameters:
    ///   - bytes: The JWS as received, without surrounding white space.
    ///   - kind: The kind that is wanted; `nil` for whatever it is.
    ///   - now: The present, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The checks in their order, those of nested payloads after those of the outer one.
    public func explain(_ bytes: [UInt8], as kind: PayloadKind? = nil, now: Int64) -> [VerificationCheck] {
        var run = VerificationRun(verifier: self, now: now, isExplaining: true)
        _ = try? run.verify(bytes, as: kind)
        run.ladder.path = nil
        run.ladder.finish(FailureCode.ladder)
        return run.ladder.ordered(under: configuration.clock)
    }
}
