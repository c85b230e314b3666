public import AppStoreModels

/// How often and when the App Store sends a notification.
///
/// Source: Apple, "Responding to App Store Server Notifications": five retries in Production, at 1, 12, 24, 48 and 72
/// hours after the previous attempt; one attempt in the sandbox.
public struct DeliveryRules: Hashable, Sendable {
    /// How long each retry waits after the attempt before it, in milliseconds; their number bounds the attempts.
    public var retryDelays: [Int64]

    /// Sets the delays.
    public init(retryDelays: [Int64]) { self.retryDelays = retryDelays }

    /// What the App Store does in an environment.
    public init(environment: AppStoreModels.Environment) {
        retryDelays = environment == .production ? [1, 12, 24, 48, 72].map { $0 * 3_600_000 } : []
    }

    /// Whether a status tells the App Store that the notification has arrived: 200 to 206.
    public static func isSuccess(status: Int) -> Bool { (200...206).contains(status) }
}
