public import AppStoreModels
public import JWS
public import OpenSSLCrypto

/// A payload whose every check passed; only a verifier makes one.
public struct Verified<Payload: AppStorePayload>: Sendable {
    /// What was signed.
    public let payload: Payload
    /// The JWS that it came in.
    public let jws: CompactJWS
    /// The path that its signature was trusted by.
    public let chain: VerifiedChain
    /// The environment it was signed for: its own word, or that of the payload around it; `nil` where nobody says.
    public let environment: Environment?
    /// The app it was signed for: its own word, or that of the payload around it; `nil` where nobody says.
    public let bundleId: String?
    /// Its moment of signing, or that of the payload around it.
    public let signedDate: Timestamp?

    init(
        payload: Payload, jws: CompactJWS, chain: VerifiedChain, environment: Environment?, bundleId: String?,
        signedDate: Timestamp?
    ) {
        self.payload = payload
        self.jws = jws
        self.chain = chain
        self.environment = environment
        self.bundleId = bundleId
        self.signedDate = signedDate
    }

    /// The SHA-256 digest of the payload's bytes, which a rewritten signature does not change.
    public var payloadDigest: SHA256Digest { SHA256.digest(of: jws.payload) }

    /// The certificate of Xcode's that signed it; `nil` for App Store data.
    public var xcodeCertificate: Certificate? { chain.isXcode ? chain.certificates.first : nil }
}
