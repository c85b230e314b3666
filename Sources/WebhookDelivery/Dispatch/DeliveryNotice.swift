package import EntitlementStorage

/// Something that happens while messages are sent, for logs and metrics.
package enum DeliveryNotice: Hashable, Sendable {
    /// A message was sent, and what came of it is written down.
    case attempted(AttemptNotice)
    /// The receiver said that it wants no more messages, and gets none until somebody resumes it.
    case paused(target: String, reason: String)
    /// The store could not do its part; it is asked again.
    case failed(target: String, StoreError)
}

/// A message that was sent.
package struct AttemptNotice: Hashable, Sendable {
    /// The delivery as it stands after the attempt.
    package var record: DeliveryRecord
    /// What came of it.
    package var outcome: AttemptOutcome
    /// When it was sent, in milliseconds since 1970.
    package var startedAt: Int64
    /// How long it took, in milliseconds.
    package var duration: Int64
}
