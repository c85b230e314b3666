/// One thing to be kept.
package enum Submission: Hashable, Sendable {
    /// Verified: its statements are merged.
    case verified(VerifiedDelivery)
    /// Verified outside only: kept, not merged.
    case quarantined(QuarantinedDelivery)
    /// Not verified: kept for a while.
    case rejected(RejectedInput)
}
