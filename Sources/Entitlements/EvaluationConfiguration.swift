public import AppStoreModels

/// What an operator decides about the answers.
public struct EvaluationConfiguration: Hashable, Sendable {
    /// How long access stays after the end of a period when the App Store says grace but gives no date, in seconds.
    public var graceCapSeconds: Int64 = 28 * 86_400
    /// The same for periods of at most a week, in seconds.
    public var weeklyGraceCapSeconds: Int64 = 6 * 86_400
    /// What a refund of less than the whole price does.
    public var partialRevocation: PartialRevocationPolicy = .keepsAccess
    /// How long the non-renewing purchases of a product last; a product that is not listed does not end.
    public var nonRenewingDurations: [String: CalendarDuration] = [:]
    /// The entitlements that each product gives; see ``EntitlementAnswer/entitlementNames(_:)`` for products not listed.
    public var entitlementNames: [String: [String]] = [:]

    /// The defaults.
    public init() {}

    /// What a refund of less than the whole price does.
    public enum PartialRevocationPolicy: String, Hashable, CaseIterable, Sendable {
        /// Access stays as if nothing had been refunded.
        case keepsAccess
        /// Access ends as with a full refund.
        case endsAccess
    }

    /// The cap for a period, in milliseconds.
    func graceCap(from start: Int64?, to end: Int64) -> Int64 {
        let week: Int64 = 7 * 86_400_000
        let isWeekly = start.map { Instant.adding(week, to: $0) >= end } ?? false
        return Instant.milliseconds(seconds: isWeekly ? weeklyGraceCapSeconds : graceCapSeconds)
    }
}
