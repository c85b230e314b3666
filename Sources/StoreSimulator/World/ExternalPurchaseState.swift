/// A token of a purchase outside the App Store, and what will be said of it.
struct ExternalPurchaseState: Sendable {
    let token: SimulatedNotification.ExternalPurchase
    var isReported = false
    /// How many monthly reminders were sent.
    var reminders: Int64 = 0
    var generation: UInt32 = 0
}
