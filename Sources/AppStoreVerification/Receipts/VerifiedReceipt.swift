public import AppStoreModels
public import OpenSSLCrypto

/// A receipt whose every check passed; only a verifier makes one.
public struct VerifiedReceipt: Sendable {
    /// What was signed.
    public let receipt: AppReceipt
    /// The environment it was signed for.
    public let environment: Environment
    /// The bytes of the PKCS#7 container that it came in.
    public let container: [UInt8]
    /// The path without its anchor: leaf and intermediate, or Xcode's one certificate.
    public let certificates: [Certificate]
    /// The hash function under the signature.
    public let digest: SignatureDigest
    let trust: VerifiedChain.Trust

    init(
        receipt: AppReceipt, environment: Environment, message: SignedMessage, chain: ReceiptChain
    ) {
        self.receipt = receipt
        self.environment = environment
        container = message.bytes
        certificates = chain.certificates
        digest = message.digest
        trust = chain.trust
    }

    /// The anchors that the path leads to; empty for Xcode's certificate, which is its own.
    public var anchors: [Certificate] { trust.anchors.map(\.certificate) }

    /// Whether a certificate of Xcode's signed it.
    public var isXcode: Bool { trust.isXcode }

    /// Whether a root that was added by the user, and not Apple's, is what makes the path trusted.
    public var leadsToAddedRoot: Bool { trust.leadsToAddedRoot }
}

/// A receipt's certificate path that was judged against the anchors, all but its dates.
struct ReceiptChain {
    let certificates: [Certificate]
    let trust: VerifiedChain.Trust
}
