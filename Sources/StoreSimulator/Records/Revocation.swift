public import AppStoreModels

/// That a transaction was refunded, or taken away from a family member.
public struct Revocation: Hashable, Sendable {
    /// When, in milliseconds since 1970-01-01T00:00:00Z.
    public var date: Int64
    /// Why.
    public var reason: RevocationReason
    /// How; `nil` leaves the field out, as payloads before 2025 did.
    public var type: RevocationType?
    /// The share refunded, in thousandths of a per cent (100000 is all); `nil` leaves the field out.
    public var percentage: Int?

    /// Puts a revocation together.
    public init(date: Int64, reason: RevocationReason, type: RevocationType? = nil, percentage: Int? = nil) {
        self.date = date
        self.reason = reason
        self.type = type
        self.percentage = percentage
    }
}
