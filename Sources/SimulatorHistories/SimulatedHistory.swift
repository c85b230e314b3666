package import StoreSimulator

/// What happened in one random history, and how things stood at some moments of it.
package struct SimulatedHistory: Hashable, Sendable {
    /// The history's number; its generator makes the same again.
    package var number: Int
    /// What was done, in order.
    package var actions: [StoreAction]
    /// What is sent to the app's server, in the order of signing.
    package var notifications: [SimulatedNotification]
    /// How things stood at some moments, the last at the end; no two are of one moment.
    package var checkpoints: [HistoryCheckpoint]
}

/// How the store's books stand at a moment.
package struct HistoryCheckpoint: Hashable, Sendable {
    /// The moment, in milliseconds since 1970-01-01T00:00:00Z; nothing is signed later at this same moment.
    package var date: Int64
    /// Each subscription and each other purchase.
    package var purchases: [ExpectedPurchase]
}
