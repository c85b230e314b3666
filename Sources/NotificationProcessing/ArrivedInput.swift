package import EntitlementStorage

/// Something to be verified, with how it came and when.
package struct ArrivedInput: Hashable, Sendable {
    /// What came.
    package enum Content: Hashable, Sendable {
        /// The body of a notification, or whatever else was posted in its place.
        case body([UInt8])
        /// The JWS of a notification.
        case notification([UInt8])
        /// The JWS of a transaction that came by itself.
        case transaction([UInt8])
        /// The JWS of a renewal info that came by itself, and the bundle id that whoever sent it vouches for: it names
        /// none itself.
        case renewalInfo([UInt8], bundleId: String)
        /// The JWS of an app transaction that came by itself.
        case appTransaction([UInt8])
    }

    /// What came.
    package var content: Content
    /// How it came.
    package var source: DeliverySource
    /// When it came, in milliseconds since 1970; nil for now.
    package var receivedAt: Int64?

    /// Puts an input together.
    package init(_ content: Content, source: DeliverySource, receivedAt: Int64? = nil) {
        self.content = content
        self.source = source
        self.receivedAt = receivedAt
    }
}
