internal import AppStoreVerification
internal import EntitlementStorage
internal import OpenSSLCrypto
internal import Service
internal import StoreCore
internal import StrictJSON
internal import Synchronization
internal import TestSupport

/// A service with its own clock and a store that can fail, and the signed life of one customer to tell it of.
final class ServiceLife: Sendable {
    /// What was last said of one product's purchase.
    private struct Line {
        var original: String
        var transaction: JSONValue
        var expires: Int64?
    }

    private struct State {
        var now = SamplePayload.signedDate
        var purchases = 0
        var notifications = 0
        var lines: [String: Line] = [:]
        var failures = 0
    }

    /// A notification that the service did not take as it should.
    struct NotApplied: Error {
        var answer: String?
    }

    private final class Box: Sendable {
        let state = Mutex(State())
    }

    static let customer = "b2d6a7a5-0000-4000-8000-00000000beef"
    private static let period = 30 * StoreCatalogue.day

    let service: RunningService
    private let box: Box
    private let folder: TemporaryFolder
    private let signer: TestSigner

    /// Starts a service on ports that the system chooses.
    static func start(configure: (inout ServiceSettings) -> Void = { _ in }) async throws -> ServiceLife {
        let folder = try TemporaryFolder()
        let signer = try TestSigner.shared()
        var settings = ServiceSettings()
        settings.store = "memory:"
        settings.listen = "127.0.0.1:0"
        settings.privateListen = "127.0.0.1:0"
        settings.roots = [try folder.write("root.pem", signer.root.pem)]
        settings.apps = [AppIdentity(bundleId: SamplePayload.bundleId, appAppleId: SamplePayload.appAppleId)]
        configure(&settings)
        let box = Box()
        let store = HookedStore { () throws(StoreError) in
            let fails = box.state.withLock { state in
                defer { state.failures = max(0, state.failures - 1) }
                return state.failures > 0
            }
            if fails { throw .unavailable(reason: "as the test wants") }
        }
        let service = try await RunningService.start(
            try ServiceConfiguration(settings, now: SamplePayload.signedDate), version: "9.8.7",
            now: { box.state.withLock { $0.now } }, openStore: { _ in store }, log: { _ in })
        return ServiceLife(service: service, box: box, folder: folder, signer: signer)
    }

    private init(service: RunningService, box: Box, folder: TemporaryFolder, signer: TestSigner) {
        self.service = service
        self.box = box
        self.folder = folder
        self.signer = signer
    }

    var url: String { "http://\(service.addresses.privateAddress)" }

    var now: Int64 { box.state.withLock { $0.now } }

    func advance(by milliseconds: Int64) { box.state.withLock { $0.now += milliseconds } }

    func failNextQuestion() { box.state.withLock { $0.failures += 1 } }

    func buy(_ productId: String) async throws {
        advance(by: 1000)
        let isSubscription = productId != StoreCatalogue.lifetime.productId
        box.state.withLock { state in
            state.purchases += 1
            let id = "200000090000000\(state.purchases)"
            // A subscription bought again goes on with its line; a product bought again is another purchase.
            let original = isSubscription ? state.lines[productId]?.original ?? id : id
            let expires = isSubscription ? state.now + ServiceLife.period : nil
            let kind: JSONValue =
                isSubscription
                ? ["webOrderLineItemId": .string("200000080000000\(state.purchases)")]
                : ["type": "Non-Consumable", "webOrderLineItemId": .null, "subscriptionGroupIdentifier": .null]
            let transaction = SamplePayload.transaction(
                [
                    "productId": .string(productId), "transactionId": .string(id),
                    "originalTransactionId": .string(original), "appAccountToken": .string(ServiceLife.customer),
                    "purchaseDate": .integer(state.now), "originalPurchaseDate": .integer(state.now),
                    "expiresDate": .optional(expires),
                ], environment: "Production")
            state.lines[productId] = Line(
                original: original, transaction: transaction.replacing(kind), expires: expires)
        }
        try await tell(isSubscription ? "SUBSCRIBED" : "ONE_TIME_CHARGE", of: productId, status: 1)
    }

    func refund(_ productId: String) async throws {
        advance(by: 1000)
        try await tell(
            "REFUND", of: productId, transaction: ["revocationDate": .integer(now), "revocationReason": 0], status: 5)
    }

    func expire(_ productId: String) async throws {
        advance(by: ServiceLife.period)
        try await tell(
            "EXPIRED", of: productId, renewalInfo: ["autoRenewStatus": 0, "expirationIntent": 1], status: 2)
    }

    func enterGracePeriod(_ productId: String) async throws {
        advance(by: ServiceLife.period)
        let end = box.state.withLock { $0.lines[productId]?.expires ?? 0 } + StoreCatalogue.gracePeriod
        try await tell(
            "DID_FAIL_TO_RENEW", subtype: "GRACE_PERIOD", of: productId,
            renewalInfo: ["isInBillingRetryPeriod": true, "gracePeriodExpiresDate": .integer(end)], status: 4)
    }

    func enterBillingRetry(_ productId: String) async throws {
        advance(by: ServiceLife.period + StoreCatalogue.gracePeriod)
        try await tell(
            "GRACE_PERIOD_EXPIRED", of: productId, renewalInfo: ["isInBillingRetryPeriod": true], status: 3)
    }

    func stop() async { _ = await service.stop() }

    /// Posts a notification about the purchase as it is now.
    private func tell(
        _ type: String, subtype: String? = nil, of productId: String, transaction changes: JSONValue = [:],
        renewalInfo: JSONValue = [:], status: Int
    ) async throws {
        let (line, number, now) = box.state.withLock { state in
            state.notifications += 1
            return (state.lines[productId], state.notifications, state.now)
        }
        guard let line else { throw NotApplied() }
        let date: JSONValue = ["signedDate": .integer(now)]
        let outer: JSONValue = [
            "notificationUUID": .string("00000000-0000-4000-8000-00000000000\(number)"), "subtype": .optional(subtype),
        ]
        let identity: JSONValue = [
            "originalTransactionId": .string(line.original), "productId": .string(productId),
            "autoRenewProductId": .string(productId),
        ]
        let jws = try signer.sign(
            notification: SamplePayload.notification(
                type, outer.replacing(date), data: ["status": .integer(status)], environment: "Production"),
            transaction: line.transaction.replacing(date).replacing(changes),
            renewalInfo: line.expires.map { _ in
                SamplePayload.renewalInfo(identity.replacing(date).replacing(renewalInfo), environment: "Production")
            })
        let answer = try await LoopbackClient.ask(
            service.addresses.publicAddress, "POST", "/v1/notifications",
            headers: ["Content-Type": "application/json"], body: TestSigner.body(jws))
        guard answer?.json?["outcome"]?.string == "applied" else { throw NotApplied(answer: answer?.text) }
    }
}
