/// How the test store behaves.
public struct ConfiguredSettings: Hashable, Sendable {
    /// Whether every purchase waits for a parent's answer.
    public var askToBuy: Bool
    /// Whether every purchase is interrupted until its issue is resolved.
    public var interruptedPurchases: Bool
    /// Whether every renewal fails and is tried again.
    public var billingRetryOnRenewal: Bool
    /// Whether a customer keeps access for a while after a failed renewal.
    public var billingGracePeriod: Bool
    /// Whether the system's dialogs are left out.
    public var disableDialogs: Bool
    /// Whether every transaction fails; replaced by simulated errors since.
    public var failTransactions: Bool
    /// The language, such as `en_US`.
    public var locale: String
    /// The storefront's ISO 3166 alpha-3 code.
    public var storefront: String
    /// How fast subscriptions renew, as the file's number; 0 is real time.
    public var timeRate: Int
    /// The errors that calls can be made to fail with.
    public var storeKitErrors: [ConfiguredStoreKitError]

    /// The settings of a file that says nothing, where nothing else is said.
    public init(
        askToBuy: Bool = false, interruptedPurchases: Bool = false, billingRetryOnRenewal: Bool = false,
        billingGracePeriod: Bool = false, disableDialogs: Bool = false, failTransactions: Bool = false,
        locale: String = "en_US", storefront: String = "USA", timeRate: Int = 0,
        storeKitErrors: [ConfiguredStoreKitError] = []
    ) {
        self.askToBuy = askToBuy
        self.interruptedPurchases = interruptedPurchases
        self.billingRetryOnRenewal = billingRetryOnRenewal
        self.billingGracePeriod = billingGracePeriod
        self.disableDialogs = disableDialogs
        self.failTransactions = failTransactions
        self.locale = locale
        self.storefront = storefront
        self.timeRate = timeRate
        self.storeKitErrors = storeKitErrors
    }
}

/// A call that can be made to fail.
public struct ConfiguredStoreKitError: Hashable, Sendable {
    /// The call, in Xcode's words, such as `Load Products`.
    public var name: String
    /// Whether it fails.
    public var isEnabled: Bool
    /// The error it fails with, as the JSON text that the file has; `nil` for `null`.
    public var current: String?

    /// Names a call.
    public init(name: String, isEnabled: Bool = false, current: String? = nil) {
        self.name = name
        self.isEnabled = isEnabled
        self.current = current
    }
}
