/// The switches of `SKTestSession`, under its names. A change counts until ``resetToDefaultState()``.
extension SimulatorSession {
    /// Whether every purchase waits for a parent's approval.
    public var askToBuyEnabled: Bool {
        get { read { $0.world.settings.askToBuyEnabled } }
        set { lock { $0.world.settings.askToBuyEnabled = newValue } }
    }

    /// Whether every purchase waits for the customer to resolve an issue.
    public var interruptedPurchasesEnabled: Bool {
        get { read { $0.world.settings.interruptedPurchasesEnabled } }
        set { lock { $0.world.settings.interruptedPurchasesEnabled = newValue } }
    }

    /// Whether renewals fail to be paid.
    public var shouldEnterBillingRetryOnRenewal: Bool {
        get { read { $0.world.settings.shouldEnterBillingRetryOnRenewal } }
        set { lock { $0.world.settings.shouldEnterBillingRetryOnRenewal = newValue } }
    }

    /// Whether access stays for a while when a renewal fails; without effect unless renewals fail.
    public var billingGracePeriodIsEnabled: Bool {
        get { read { $0.world.settings.billingGracePeriodIsEnabled } }
        set { lock { $0.world.settings.billingGracePeriodIsEnabled = newValue } }
    }

    /// How fast subscriptions renew.
    public var timeRate: TimeRate {
        get { read { $0.world.settings.timeRate } }
        set { lock { $0.world.settings.timeRate = newValue } }
    }

    /// The country or region of the store, by ISO 3166-1 alpha-3; one that is not known changes nothing.
    public var storefront: String {
        get { read { $0.world.settings.storefront.countryCode } }
        set { lock { if let known = Storefront.named(newValue) { $0.world.settings.storefront = known } } }
    }

    /// The language in which an app would show the products, such as `en_US`.
    public var locale: String {
        get { read { $0.device.locale } }
        set { lock { $0.device.locale = newValue } }
    }

    /// Whether the store's dialogs are suppressed; without effect where nobody sees them.
    public var disableDialogs: Bool {
        get { read { $0.device.disablesDialogs } }
        set { lock { $0.device.disablesDialogs = newValue } }
    }

    /// Whether every purchase fails, by ``failureError``.
    public var failTransactionsEnabled: Bool {
        get { read { $0.device.failsTransactions } }
        set { lock { $0.device.failsTransactions = newValue } }
    }

    /// How purchases fail while ``failTransactionsEnabled`` is set.
    public var failureError: SimulatedFailure {
        get { read { $0.device.failureError } }
        set { lock { $0.device.failureError = newValue } }
    }

    /// Returns to the settings of the file and disarms all simulated errors; transactions stay.
    public func resetToDefaultState() {
        lock { state in
            state.world.settings = state.configuredSettings
            state.device = state.configuredDevice
            state.failures = [:]
            state.fault = nil
        }
    }

    /// Makes a call fail from now on, or with `nil` no longer.
    ///
    /// - Throws: ``SessionError``, `refused`, when the call cannot fail like that.
    public func setSimulatedError(_ error: SimulatedFailure?, forAPI api: SimulatedAPI) async throws(SessionError) {
        if let error, !error.isPossible(for: api) {
            throw .refused(.invalidAction("\(api.rawValue) does not fail by \(error)"))
        }
        lock { $0.failures[api] = error }
    }

    /// How a call fails; `nil` when it does not.
    public func simulatedError(forAPI api: SimulatedAPI) async -> SimulatedFailure? { read { $0.failures[api] } }
}
