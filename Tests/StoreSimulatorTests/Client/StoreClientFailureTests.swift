import StoreSimulator
import Testing

@Suite("Simulated errors on a device")
struct StoreClientFailureTests {
    /// Makes the call of StoreKit that an error is armed for.
    private func call(_ api: SimulatedAPI, _ client: StoreClient, _ id: Int) async throws {
        switch api {
        case .loadProducts: _ = try await client.products(for: ["coins"])
        case .purchase: _ = try await client.purchase("coins")
        case .verification: _ = try await client.currentEntitlements().map { try $0.payloadValue }
        case .appStoreSync: try await client.sync()
        case .subscriptionStatus: _ = try await client.subscriptionStatuses(group: "pro")
        case .appTransaction: _ = try await client.appTransaction()
        case .manageSubscriptions: try await client.showManageSubscriptions(inGroup: "pro", choosing: .cancel)
        case .refundRequest: _ = try await client.beginRefundRequest(for: id)
        case .offerCodeRedeem: try await client.redeemOfferCode("gift", for: "pro.monthly")
        }
    }

    @Test(
        "Each call fails by its own error and no other, changes nothing then, and works again afterwards",
        arguments: SimulatedAPI.allCases.filter { $0 != .verification })
    func armed(_ api: SimulatedAPI) async throws {
        let store = try ClientStore()
        let id = try #require(try await store.ann.purchase("pro.monthly").transaction?.id)
        let armed = SimulatedFailure.generic(.networkError)
        for other in SimulatedAPI.allCases where other != api && other != .verification {
            try await store.session.setSimulatedError(armed, forAPI: other)
        }
        try await call(api, store.ann, id)

        let fresh = try ClientStore()
        let freshID = try #require(try await fresh.ann.purchase("pro.monthly").transaction?.id)
        let before = fresh.session.notificationCount
        try await fresh.session.setSimulatedError(armed, forAPI: api)
        await #expect(throws: StoreClientError.failure(armed)) { try await call(api, fresh.ann, freshID) }
        #expect(fresh.session.notificationCount == before)
        try await fresh.session.setSimulatedError(nil, forAPI: api)
        try await call(api, fresh.ann, freshID)
    }

    @Test("A customer who stops a purchase or a refund request is no error")
    func cancelled() async throws {
        let store = try ClientStore()
        let id = try #require(try await store.ann.purchase("coins").transaction?.id)
        for api in [SimulatedAPI.purchase, .refundRequest, .appStoreSync] {
            try await store.session.setSimulatedError(.generic(.userCancelled), forAPI: api)
        }
        #expect(try await store.ann.purchase("coins") == .userCancelled)
        #expect(try await store.ann.beginRefundRequest(for: id) == .userCancelled)
        await #expect(throws: StoreClientError.failure(.generic(.userCancelled))) { try await store.ann.sync() }
        #expect(store.session.allTransactions().count == 1)
    }

    @Test("Purchases fail by the setting for all of them too")
    func failing() async throws {
        let store = try ClientStore()
        store.session.failTransactionsEnabled = true
        store.session.failureError = .purchase(.purchaseNotAllowed)
        await #expect(throws: StoreClientError.failure(.purchase(.purchaseNotAllowed))) {
            try await store.ann.purchase("coins")
        }
    }

    @Test(
        "What a test makes unverified is delivered as such, with the same JWS",
        arguments: [
            SimulatedFailure.VerificationError.invalidSignature, .revokedCertificate,
        ])
    func unverified(_ error: SimulatedFailure.VerificationError) async throws {
        let store = try ClientStore()
        let updates = store.ann.transactionUpdates
        let statuses = store.ann.statusUpdates
        try await store.session.setSimulatedError(.verification(error), forAPI: .verification)
        guard case .success(.unverified(let signed, error)) = try await store.ann.purchase("pro.monthly") else {
            Issue.record("the purchase should not be verified")
            return
        }
        #expect(signed.productID == "pro.monthly")
        try store.advance(days: 31)
        let all = try await store.ann.currentEntitlements() + [try #require(await updates.first(1).first)]
        #expect(all.count == 2)
        for result in all {
            #expect(throws: error) { try result.payloadValue }
            #expect(result.jwsRepresentation.split(separator: ".").count == 3)
        }
        let download = try await store.ann.appTransaction()
        #expect(throws: error) { try download.payloadValue }
        let status = try #require(await statuses.first(1).first)
        #expect(throws: error) { try status.renewalInfo.payloadValue }
        #expect(throws: error) { try status.transaction.payloadValue }
        store.session.resetToDefaultState()
        let again = try await store.ann.appTransaction()
        #expect(throws: Never.self) { try again.payloadValue }
    }
}
