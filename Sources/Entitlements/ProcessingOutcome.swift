/// What became of one notification.
///
/// The first that fits: rejected, quarantined, duplicate, recorded, applied, superseded.
public enum ProcessingOutcome: String, Hashable, CaseIterable, Sendable {
    /// A held statement was added or replaced.
    case applied
    /// The same notification with the same payload was held already.
    case duplicate
    /// All its statements are older than or equal to those held; they are kept as versions.
    case superseded
    /// Verified, with no purchase fact inside.
    case recorded
    /// The outer signature holds but something inside does not; nothing was merged.
    case quarantined
    /// Not verified.
    case rejected
}
