internal import Synchronization

/// A store for tests, that says what it was told to say: at once, late, or not at all.
public final class FakeStoreBackend: StoreBackend {
    /// What can be asked.
    public enum Question: Hashable, CaseIterable, Sendable {
        /// What is on offer.
        case offers
        /// What the customer is entitled to.
        case entitled
    }

    private struct Script {
        var offers: [Offer]
        var entitlements: [Entitlement]
        var askedOffers: [[String]] = []
        var failures: [Question: [StoreBackendError]] = [:]
        var holds: [Question: [HeldAnswer]] = [:]
    }

    private let script: Mutex<Script>

    /// Makes a store with these products, for a customer who is entitled to these things.
    public init(offers: [Offer] = [], entitlements: [Entitlement] = []) {
        script = Mutex(Script(offers: offers, entitlements: entitlements))
    }

    /// The products of the store; only those asked for are answered.
    public var offers: [Offer] {
        get { script.withLock { $0.offers } }
        set { script.withLock { $0.offers = newValue } }
    }

    /// What the customer is entitled to; take out what the test revokes.
    public var entitlements: [Entitlement] {
        get { script.withLock { $0.entitlements } }
        set { script.withLock { $0.entitlements = newValue } }
    }

    /// The products of each question for offers so far.
    public var askedOffers: [[String]] { script.withLock { $0.askedOffers } }

    /// Lets the next question of a kind fail; said twice, the next two.
    public func failNext(
        _ question: Question, with error: StoreBackendError = .unavailable(reason: "as the test wants")
    ) {
        script.withLock { $0.failures[question, default: []].append(error) }
    }

    /// Holds back the answer to the next question of a kind; said twice, to the next two.
    ///
    /// The answer is what the store has when it is asked, not what it has when the answer is let go.
    public func holdNext(_ question: Question) -> HeldAnswer {
        let held = HeldAnswer()
        script.withLock { $0.holds[question, default: []].append(held) }
        return held
    }

    /// Answers with the products asked for that the store has.
    public func offers(for ids: [String]) async throws(StoreBackendError) -> [Offer] {
        try await answer(.offers) { script in
            script.askedOffers.append(ids)
            return script.offers.filter { ids.contains($0.productId) }
        }
    }

    /// Answers with ``entitlements``.
    public func entitled() async throws(StoreBackendError) -> [Entitlement] {
        try await answer(.entitled) { $0.entitlements }
    }

    private func answer<Answer: Sendable>(
        _ question: Question, _ read: @Sendable (inout Script) -> Answer
    ) async throws(StoreBackendError) -> Answer {
        let (answer, failure, held) = script.withLock { script in
            (read(&script), script.failures.takeFirst(question), script.holds.takeFirst(question))
        }
        if let held, await !held.pass() { throw .cancelled }
        if let failure { throw failure }
        return answer
    }
}

extension Dictionary {
    /// Takes the oldest of the values that wait under a key.
    fileprivate mutating func takeFirst<Element>(_ key: Key) -> Element? where Value == [Element] {
        guard self[key]?.isEmpty == false else { return nil }
        return self[key]?.removeFirst()
    }
}
