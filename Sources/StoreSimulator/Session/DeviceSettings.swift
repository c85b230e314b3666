/// Settings of `SKTestSession` that concern the app on a device rather than the store.
public struct DeviceSettings: Hashable, Sendable {
    /// The language in which an app would show the products.
    public var locale = "en_US"
    /// Whether the store's dialogs are suppressed.
    public var disablesDialogs = false
    /// Whether every purchase fails.
    public var failsTransactions = false
    /// How purchases fail then.
    public var failureError = SimulatedFailure.generic(.unknown)

    /// The defaults.
    public init() {}
}
