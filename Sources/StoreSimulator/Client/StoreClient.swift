internal import Synchronization

/// One customer's device, with the calls of StoreKit that an app makes there, under StoreKit's names.
///
/// Calls fail by the errors that ``SimulatorSession/setSimulatedError(_:forAPI:)`` arms for them. Several devices of one
/// customer are several clients; each hears of what happens elsewhere.
///
/// ```swift
/// let client = session.client(for: "ann")
/// let updates = client.transactionUpdates
/// guard case .success(let purchase) = try await client.purchase("pro.monthly") else { return }
/// post(purchase.jwsRepresentation)
/// try session.advance(by: .seconds(31 * 86_400))
/// for await update in updates { post(update.jwsRepresentation) }  // the renewal
/// ```
public final class StoreClient: Sendable {
    /// The store.
    public let session: SimulatorSession
    /// Whose device it is.
    public let customer: String
    /// The session's number for the device.
    let device: Int
    let inbox: DeviceInbox
    let promotions = Mutex(PromotionOverrides())

    /// A device that has heard of nothing yet.
    init(session: SimulatorSession, customer: String) {
        self.session = session
        self.customer = customer
        (device, inbox) = session.lock { state in
            let inbox = DeviceInbox(
                customer: customer, subscriptions: state.world.subscriptions(ofCustomer: customer))
            return (state.listeners.add(inbox), inbox)
        }
    }

    deinit { session.lock { [device] in $0.listeners.remove(device: device) } }

    /// Fails as a test wants a call to fail, or does something that fails as the store wants.
    func call<Result>(
        _ api: SimulatedAPI? = nil, _ body: (inout SessionState) throws(SessionError) -> sending Result
    ) throws(StoreClientError) -> sending Result {
        do throws(SessionError) {
            return try session.change { state throws(SessionError) in
                if let api, let failure = state.failures[api] { throw .simulated(failure) }
                return try body(&state)
            }
        } catch {
            throw StoreClientError(error)
        }
    }
}

extension SimulatorSession {
    /// A new device of a customer.
    public func client(for customer: String = SimulatorSession.defaultCustomer) -> StoreClient {
        StoreClient(session: self, customer: customer)
    }
}
