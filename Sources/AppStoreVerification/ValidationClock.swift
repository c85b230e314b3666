/// The time at which certificates are judged.
public enum ValidationClock: Hashable, Sendable {
    /// The payload's own signing date, read from bytes that are known to be signed; the present where it has none.
    ///
    /// Right for stored data and for notifications, which Apple may deliver days after signing.
    case signedDate
    /// The present.
    case now
    /// A given instant, in milliseconds since 1970-01-01T00:00:00Z.
    case instant(Int64)
}
