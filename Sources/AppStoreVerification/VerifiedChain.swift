public import OpenSSLCrypto

/// A certificate path that was judged against the anchors, all but its dates.
public final class VerifiedChain: Sendable {
    /// What the path leads to.
    enum Trust: Sendable {
        /// An App Store path; the anchors that pass every check but the dates. Re-issued roots can make them several.
        case anchors([TrustAnchors.Anchor])
        /// A certificate that was exported from Xcode and configured.
        case xcode

        /// The anchors that the path leads to; none for Xcode's certificate, which is its own.
        var anchors: [TrustAnchors.Anchor] {
            if case .anchors(let anchors) = self { anchors } else { [] }
        }

        var isXcode: Bool {
            if case .xcode = self { true } else { false }
        }

        /// Whether a root that was added by the user, and not Apple's, is what makes the path trusted.
        var leadsToAddedRoot: Bool { !anchors.isEmpty && !anchors.contains(where: \.isBuiltIn) }
    }

    /// The path without its anchor: leaf and intermediate, or Xcode's one certificate.
    public let certificates: [Certificate]
    let trust: Trust
    let leafKey: P256PublicKey

    init(certificates: [Certificate], trust: Trust, leafKey: P256PublicKey) {
        self.certificates = certificates
        self.trust = trust
        self.leafKey = leafKey
    }

    /// Whether the path is one certificate of Xcode's.
    public var isXcode: Bool { trust.isXcode }

    /// The anchors that the path leads to; empty for Xcode's certificate, which is its own.
    public var anchors: [Certificate] { trust.anchors.map(\.certificate) }

    /// Whether a root that was added by the user, and not Apple's, is what makes the path trusted.
    public var leadsToAddedRoot: Bool { trust.leadsToAddedRoot }
}
