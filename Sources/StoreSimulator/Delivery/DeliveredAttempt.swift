public import AppStoreModels

/// An attempt that was made, and how it ended.
public struct DeliveredAttempt: Hashable, Sendable {
    /// The notification.
    public let notification: SignedNotification
    /// What was attempted.
    public let attempt: DeliveryAttempt
    /// When, by the session's clock, in milliseconds since 1970-01-01T00:00:00Z.
    public let date: Int64
    /// How it ended.
    public let result: SendAttemptResult
}
