internal import AppStoreModels
public import StoreCore
public import StoreSimulator

/// What a simulated store offers one of its customers, and what that customer owns there.
///
/// The answers come by the calls that an app makes to StoreKit, so an error that a test arms for one of them
/// (``SimulatorSession/setSimulatedError(_:forAPI:)``) makes the load fail that asks by it: `loadProducts` for offers,
/// `verification` for what is owned, and `subscriptionStatus` where a subscription is.
///
/// ```swift
/// let session = try SimulatorSession(configurationFileNamed: "Store")
/// let model = StoreModel(backend: SimulatorStoreBackend(session.client(for: "ann")))
/// ```
public struct SimulatorStoreBackend: StoreBackend {
    private let client: StoreClient

    /// Answers for the customer of a device.
    public init(_ client: StoreClient) {
        self.client = client
    }

    /// Answers with what is for sale, at the price of the customer's store.
    ///
    /// An introductory offer is named while the customer may use it.
    public func offers(for ids: [String]) async throws(StoreBackendError) -> [Offer] {
        do throws(StoreClientError) {
            return try await client.products(for: ids).map(Offer.init)
        } catch {
            throw StoreBackendError(error)
        }
    }

    /// Answers with what the customer may use, each product by its identifier.
    ///
    /// A transaction that the device does not believe is no answer: nothing is given for it, and nothing taken away.
    public func entitled() async throws(StoreBackendError) -> [Entitlement] {
        let owned: [VerificationResult<SimulatedTransaction>]
        var subscriptions: [RenewalStatus] = []
        do throws(StoreClientError) {
            owned = try await client.currentEntitlements()
            for group in Set(owned.compactMap { $0.storedValue.subscriptionGroupID }).sorted() {
                subscriptions += try await client.subscriptionStatuses(group: group)
            }
        } catch {
            throw StoreBackendError(error)
        }
        return try SimulatorStoreBackend.entitlements(owned: owned, subscriptions: subscriptions)
    }

    /// Puts together what is owned and how its subscriptions stand.
    private static func entitlements(
        owned: [VerificationResult<SimulatedTransaction>], subscriptions: [RenewalStatus]
    ) throws(StoreBackendError) -> [Entitlement] {
        do throws(SimulatedFailure.VerificationError) {
            var renewals: [Int: (SubscriptionStatus, SimulatedRenewalInfo)] = [:]
            for subscription in subscriptions {
                let renewalInfo = try subscription.renewalInfo.payloadValue
                renewals[renewalInfo.originalID] = (subscription.state, renewalInfo)
            }
            var entitlements: [Entitlement] = []
            for result in owned {
                let transaction = try result.payloadValue
                var entitlement = Entitlement(
                    name: transaction.productID, productId: transaction.productID, until: transaction.expiresDate)
                if transaction.productType == .autoRenewableSubscription {
                    // Between the two questions it may have ended.
                    guard let (status, renewalInfo) = renewals[transaction.originalID],
                        status == .active || status == .billingGracePeriod
                    else { continue }
                    if status == .billingGracePeriod {
                        entitlement.state = .gracePeriod
                        entitlement.until = renewalInfo.gracePeriodExpiresDate
                    }
                }
                entitlements.append(entitlement)
            }
            return entitlements
        } catch {
            throw .unreadable(reason: "a transaction is not verified: \(error.rawValue)")
        }
    }
}
