/// What a device hears of by itself. Each sequence begins when it is taken, and nothing that happens afterwards is lost.
///
/// A subscriber that falls 1,000 elements behind loses the oldest.
extension StoreClient {
    /// Transactions that are new or changed, except by this device's own ``purchase(_:options:)``.
    ///
    /// Each is as it was when it happened, and signed at that moment.
    public var transactionUpdates: some AsyncSequence<VerificationResult<SimulatedTransaction>, Never> & Sendable {
        // The sequence keeps the device.
        inbox.subscribe(to: \.transactions).map { [self] news in
            session.lock { $0.verification(of: news) }
        }
    }

    /// Subscriptions whose status or renewal info changed; each as it was when it happened.
    public var statusUpdates: some AsyncSequence<RenewalStatus, Never> & Sendable {
        inbox.subscribe(to: \.statuses).map { [self] news in
            session.lock { $0.renewalStatus(of: news) }
        }
    }

    /// Messages of the App Store to the customer, except those that are suppressed or wait.
    public var messages: some AsyncSequence<StoreMessage, Never> & Sendable {
        inbox.subscribe(to: \.messages).map { [self] message in withExtendedLifetime(self) { message } }
    }

    /// Products that the customer chooses outside the app.
    public var purchaseIntents: some AsyncSequence<PurchaseIntent, Never> & Sendable {
        inbox.subscribe(to: \.intents).map { [self] intent in withExtendedLifetime(self) { intent } }
    }

    /// The reasons for which messages are not shown, now and later.
    public var suppressedMessages: Set<MessageReason> {
        get { inbox.messages { $0.suppressed } }
        set { inbox.messages { $0.suppressed = newValue } }
    }

    /// Whether messages wait until ``showDeferredMessages()``; at most the 100 newest do.
    public var defersMessages: Bool {
        get { inbox.messages { $0.isDeferring } }
        set { inbox.messages { $0.isDeferring = newValue } }
    }

    /// The messages that wait, oldest first.
    public var deferredMessages: [StoreMessage] { inbox.messages { $0.deferred } }

    /// Shows the messages that wait: they come with ``messages``, unless they are suppressed by now.
    ///
    /// - Returns: Those that are shown, oldest first.
    @discardableResult
    public func showDeferredMessages() -> [StoreMessage] { inbox.showDeferredMessages() }
}

extension SimulatorSession {
    /// Sends a customer a message, beside those that follow from what happens.
    ///
    /// - Throws: ``SessionError``, `refused`, when the customer has no id.
    @discardableResult
    public func sendMessage(
        _ reason: MessageReason, to customer: String = SimulatorSession.defaultCustomer
    ) throws(SessionError) -> [SessionEvent] {
        guard !customer.isEmpty else { throw .refused(.invalidCustomer) }
        return try change { state throws(SessionError) in
            try state.publish([
                StoreOccurrence(date: state.world.now, kind: .message(customer: customer, reason))
            ])
        }
    }
}
