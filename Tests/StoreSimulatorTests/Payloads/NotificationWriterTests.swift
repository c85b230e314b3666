internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON
internal import Testing

@Suite("Payloads of simulated notifications")
struct NotificationWriterTests {
    static func payload(
        _ notification: SimulatedNotification, in environment: AppStoreModels.Environment = .production,
        parts: SignedParts = SignedParts(), settings: PayloadSettings = PayloadSettings()
    ) throws -> ResponseBodyV2DecodedPayload {
        let writer = PayloadWriter(app: SampleRecords.app(environment), settings: settings)
        return try ResponseBodyV2DecodedPayload(
            JSONDocument(parsing: writer.bytes(of: notification, parts: parts)).root)
    }

    @Test("A notification has the App Store's fields in the App Store's order")
    func order() {
        let writer = PayloadWriter(app: SampleRecords.app(.sandbox))
        let parts = SignedParts(transaction: Array("a.b.c".utf8), renewalInfo: Array("d.e.f".utf8))
        let bytes = writer.bytes(of: SampleRecords.notification(), parts: parts)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"notificationType":"SUBSCRIBED","subtype":"RESUBSCRIBE",\
                "notificationUUID":"d32c3ba8-a457-47a4-9f09-0beea5042aa4","data":{"appAppleId":1234567890,\
                "bundleId":"com.example.app","bundleVersion":"637","environment":"Sandbox",\
                "signedTransactionInfo":"a.b.c","signedRenewalInfo":"d.e.f","status":1},"version":"2.0",\
                "signedDate":1780272000000}
                """)
    }

    @Test("A test notification of the sandbox holds the app and the environment, and nothing else")
    func test() {
        let writer = PayloadWriter(app: SampleRecords.app(.sandbox))
        let bytes = writer.bytes(of: SampleRecords.notification(.test, nil, .data(.init())), parts: SignedParts())
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"notificationType":"TEST","notificationUUID":"d32c3ba8-a457-47a4-9f09-0beea5042aa4",\
                "data":{"bundleId":"com.example.app","environment":"Sandbox"},"version":"2.0",\
                "signedDate":1780272000000}
                """)
    }

    @Test("Only Production always names the Apple id")
    func appleID() throws {
        var settings = PayloadSettings()
        settings.namesAppleIdOutsideProduction = false
        let notification = SampleRecords.notification()
        #expect(try Self.payload(notification, in: .sandbox).appAppleId == 1_234_567_890)
        #expect(try Self.payload(notification, in: .sandbox, settings: settings).appAppleId == nil)
        #expect(try Self.payload(notification, settings: settings).appAppleId == 1_234_567_890)
        let test = SampleRecords.notification(.test, nil, .data(.init()))
        #expect(try Self.payload(test, settings: settings).appAppleId == 1_234_567_890)
    }

    @Test("A status belongs to subscriptions, a reason to whoever asked")
    func status() throws {
        var consumable = SampleRecords.transaction
        consumable.productType = .consumable
        let notification = SampleRecords.notification(
            .consumptionRequest, nil,
            .data(.init(transaction: consumable, status: .active, consumptionRequestReason: .legal)))
        let payload = try Self.payload(notification)
        #expect(payload.data?.status == nil && payload.data?.consumptionRequestReason == .legal)
        #expect(payload.subtype == nil && payload.json["subtype"] == nil)
        #expect(try Self.payload(SampleRecords.notification()).data?.status == .active)
    }

    @Test("A summary names storefronts only where the request did")
    func summary() throws {
        var summary = SimulatedNotification.Summary(
            requestIdentifier: "efb27071-45a4-4aca-9854-2a1e9146f265", productID: "p", succeededCount: 5,
            failedCount: 2)
        let all = try Self.payload(SampleRecords.notification(.renewalExtension, .summary, .summary(summary))).summary
        #expect(all?.storefrontCountryCodes == nil && all?.succeededCount == 5 && all?.failedCount == 2)
        #expect(all?.requestIdentifier == summary.requestIdentifier && all?.productId == "p")
        #expect(all?.environment == .production && all?.bundleId == "com.example.app")
        summary.storefrontCountryCodes = ["CAN", "USA"]
        let some = try Self.payload(SampleRecords.notification(.renewalExtension, .summary, .summary(summary))).summary
        #expect(some?.storefrontCountryCodes == ["CAN", "USA"])
    }

    @Test("A token's id alone shows the environment")
    func externalPurchaseToken() throws {
        var purchase = SimulatedNotification.ExternalPurchase(id: "b215", creationDate: 17)
        let notification = SampleRecords.notification(
            .externalPurchaseToken, .unreported, .externalPurchaseToken(purchase))
        let production = try Self.payload(notification).externalPurchaseToken
        #expect(production?.externalPurchaseId == "b215" && production?.environment == .production)
        #expect(production?.tokenCreationDate?.milliseconds == 17 && production?.tokenType == nil)
        #expect(production?.json["environment"] == nil && production?.appAppleId == 1_234_567_890)
        let sandbox = try Self.payload(notification, in: .sandbox)
        #expect(sandbox.externalPurchaseToken?.externalPurchaseId == "SANDBOX_b215")
        #expect(sandbox.environment == .sandbox)
        purchase = SimulatedNotification.ExternalPurchase(
            id: "SANDBOX_b215", creationDate: 17, type: .services, expirationDate: 18)
        let custom = try Self.payload(
            SampleRecords.notification(.externalPurchaseToken, .created, .externalPurchaseToken(purchase)),
            in: .sandbox)
        #expect(custom.externalPurchaseToken?.externalPurchaseId == "SANDBOX_b215")
        #expect(custom.externalPurchaseToken?.tokenExpirationDate?.milliseconds == 18)
        #expect(custom.externalPurchaseToken?.tokenType == .services)
    }

    @Test("The app's own data carries the signed download")
    func appData() throws {
        let payload = try Self.payload(
            SampleRecords.notification(.rescindConsent, nil, .appData(SampleRecords.download)),
            parts: SignedParts(appTransaction: Array("a.b.c".utf8)))
        #expect(payload.appData?.signedAppTransactionInfo == "a.b.c")
        #expect(payload.environment == .production && payload.bundleId == "com.example.app")
        #expect(payload.data == nil && payload.appAppleId == 1_234_567_890)
    }
}
