package import Entitlements

/// What brought about an event.
package enum EventCause: Hashable, Sendable {
    /// A notification arrived.
    case notification(NotificationHeader)
    /// A signed object arrived by itself: its payload's digest.
    case signedObject(FactDigest)
    /// The clock passed a bound, in milliseconds since 1970.
    case clock(Int64)
}
