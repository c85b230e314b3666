internal import AppStoreModels
internal import AppStoreVerification
internal import StoreSimulator
internal import Testing

@Suite("Signing what the simulated store sends")
struct SignedPairTests {
    @Test("All that is sent on the way to each pair verifies", arguments: NotificationPair.all)
    func verifies(_ pair: NotificationPair) throws {
        var store = TestStore()
        try pair.happens(&store)
        let bench = try SigningBench.shared(.sandbox)
        let notifications = store.happened.notifications
        #expect(!notifications.isEmpty)
        for (notification, jws) in zip(notifications, try bench.signer.sign(notifications)) {
            let verified = try bench.notification(jws)
            #expect(verified.nestedFailure == nil, "\(notification.type)")
            #expect(verified.notification.payload.notificationUUID == notification.id)
            #expect(verified.notification.payload.unknownNames.isEmpty)
            guard case .data(let data) = notification.content else { continue }
            #expect(verified.transaction?.payload.transactionId == data.transaction.map { String($0.id) })
            #expect(verified.transaction?.payload.unknownNames ?? [] == [])
            #expect((verified.renewalInfo == nil) == (data.renewalInfo == nil))
            #expect(verified.notification.payload.data?.status == data.status)
        }
    }
}
