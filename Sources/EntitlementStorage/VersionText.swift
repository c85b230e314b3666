package import Entitlements

/// The JWS of a version and how it came first.
package struct VersionText: Hashable, Sendable {
    /// The version's date and digest.
    package var stamp: FactStamp
    /// The JWS, the bytewise smallest of those that came; a store status has none.
    package var text: SignedText?
    /// When the version came first, in milliseconds since 1970.
    package var receivedAt: Int64
    /// How the version came first.
    package var source: DeliverySource

    /// Puts a text together.
    package init(stamp: FactStamp, text: SignedText?, receivedAt: Int64, source: DeliverySource) {
        self.stamp = stamp
        self.text = text
        self.receivedAt = receivedAt
        self.source = source
    }
}
