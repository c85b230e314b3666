public import AppStoreModels

/// One attempt to deliver a notification, as the notification history lists it.
public struct SendAttempt: Hashable, Sendable {
    /// When it was made, in milliseconds since 1970-01-01T00:00:00Z.
    public var date: Int64
    /// How it ended.
    public var result: SendAttemptResult

    /// Puts an attempt together.
    public init(date: Int64, result: SendAttemptResult) {
        self.date = date
        self.result = result
    }
}
