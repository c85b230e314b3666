package import Entitlements

/// What became of one submission.
package struct CommitResult: Hashable, Sendable {
    /// The word for it.
    package var outcome: ProcessingOutcome
    /// Whether a notification with the same UUID and another payload is held.
    package var isFlagged: Bool

    /// Puts a result together.
    package init(outcome: ProcessingOutcome, isFlagged: Bool = false) {
        self.outcome = outcome
        self.isFlagged = isFlagged
    }
}
