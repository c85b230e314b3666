public import StoreKitConfiguration

extension WorldSettings {
    /// Takes over the settings of a configuration file; a storefront or rate that is not known stays at its default.
    public init(_ settings: ConfiguredSettings) {
        self.init()
        askToBuyEnabled = settings.askToBuy
        interruptedPurchasesEnabled = settings.interruptedPurchases
        shouldEnterBillingRetryOnRenewal = settings.billingRetryOnRenewal
        billingGracePeriodIsEnabled = settings.billingGracePeriod
        if let known = Storefront.named(settings.storefront) { storefront = known }
        if let known = TimeRate(rawValue: settings.timeRate) { timeRate = known }
    }
}

extension DeviceSettings {
    /// Takes over the settings of a configuration file.
    public init(_ settings: ConfiguredSettings) {
        self.init()
        locale = settings.locale
        disablesDialogs = settings.disableDialogs
        failsTransactions = settings.failTransactions
    }
}
