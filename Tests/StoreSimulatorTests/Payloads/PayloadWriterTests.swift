internal import AppStoreModels
internal import JWS
internal import OpenSSLCrypto
internal import StoreSimulator
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Payloads of simulated records")
struct PayloadWriterTests {
    static let date = SampleRecords.date
    static let writer = PayloadWriter(app: SampleRecords.app())
    static let xcode = PayloadWriter(app: SampleRecords.app(.xcode))

    static func root(_ bytes: [UInt8]) throws -> JSONNode { try JSONDocument(parsing: bytes).root }
    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("A transaction has the App Store's fields in the App Store's order, and no others")
    func transaction() {
        let writer = PayloadWriter(app: SampleRecords.app(.sandbox))
        #expect(
            Self.text(writer.bytes(of: SampleRecords.transaction, signedDate: Self.date)) == """
                {"transactionId":"2000001035288486","originalTransactionId":"2000001024993299",\
                "webOrderLineItemId":"2000000114930708","bundleId":"com.example.app","productId":"com.example.app.pro",\
                "subscriptionGroupIdentifier":"21752814","purchaseDate":1780271995000,\
                "originalPurchaseDate":1777680000000,"expiresDate":1782864000000,"quantity":1,\
                "type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","signedDate":1780272000000,\
                "environment":"Sandbox","transactionReason":"PURCHASE","storefront":"AUS","storefrontId":"143460",\
                "price":5990,"currency":"AUD","appTransactionId":"704897469903383919"}
                """)
    }

    @Test("Renewal info has the App Store's fields in the App Store's order, and no others")
    func renewalInfo() {
        let writer = PayloadWriter(app: SampleRecords.app(.sandbox))
        #expect(
            Self.text(writer.bytes(of: SampleRecords.renewalInfo, signedDate: Self.date)) == """
                {"originalTransactionId":"2000001024993299","autoRenewProductId":"com.example.app.pro",\
                "productId":"com.example.app.pro","autoRenewStatus":1,"renewalPrice":5990,"currency":"AUD",\
                "signedDate":1780272000000,"environment":"Sandbox","recentSubscriptionStartDate":1780271995000,\
                "renewalDate":1782864000000,"appTransactionId":"704897469903383919"}
                """)
    }

    @Test("Every field of a transaction is read back as it was")
    func fullTransaction() throws {
        let record = SampleRecords.fullTransaction
        let payload = try JWSTransactionDecodedPayload(
            Self.root(Self.writer.bytes(of: record, signedDate: Self.date)))
        #expect(payload.transactionId == String(record.id))
        #expect(payload.originalTransactionId == String(record.originalID))
        #expect(payload.previousOriginalTransactionId == "2000000000000001")
        #expect(payload.webOrderLineItemId == "2000000114930708")
        #expect(payload.bundleId == "com.example.app" && payload.productId == record.productID)
        #expect(payload.subscriptionGroupIdentifier == record.subscriptionGroupID)
        #expect(payload.purchaseDate?.milliseconds == record.purchaseDate)
        #expect(payload.originalPurchaseDate?.milliseconds == record.originalPurchaseDate)
        #expect(payload.expiresDate?.milliseconds == record.expiresDate)
        #expect(payload.quantity == 3 && payload.type == record.productType)
        #expect(payload.appAccountToken == record.appAccountToken && payload.inAppOwnershipType == .familyShared)
        #expect(payload.signedDate?.milliseconds == Self.date)
        #expect(payload.revocationReason?.rawValue == 1 && payload.revocationDate?.milliseconds == Self.date + 1)
        #expect(payload.revocationType == .refundProrated && payload.revocationPercentage == 67_932)
        #expect(payload.isUpgraded == true)
        #expect(payload.offerType == .promotional && payload.offerIdentifier == "summer")
        #expect(payload.offerDiscountType == .payAsYouGo && payload.offerPeriod == "P3M")
        #expect(payload.environment == .production && payload.transactionReason == .renewal)
        #expect(payload.storefront == "AUS" && payload.storefrontId == "143460")
        #expect(payload.price == 5990 && payload.currency == "AUD")
        #expect(payload.appTransactionId == record.appTransactionID)
        #expect(payload.unknownNames.isEmpty)
    }

    @Test("Every field of renewal info is read back as it was")
    func fullRenewalInfo() throws {
        let record = SampleRecords.fullRenewalInfo
        let payload = try JWSRenewalInfoDecodedPayload(
            Self.root(Self.writer.bytes(of: record, signedDate: Self.date)))
        #expect(payload.originalTransactionId == String(record.originalID) && payload.productId == record.productID)
        #expect(payload.autoRenewProductId == record.autoRenewProductID && payload.autoRenewStatus == .off)
        #expect(payload.expirationIntent == record.expirationIntent && payload.isInBillingRetryPeriod == true)
        #expect(payload.gracePeriodExpiresDate?.milliseconds == Self.date + 7)
        #expect(payload.priceIncreaseStatus == .pending)
        #expect(payload.offerType == .winBack && payload.offerIdentifier == "back")
        #expect(payload.offerDiscountType == .payUpFront && payload.offerPeriod == "P2M")
        #expect(payload.signedDate?.milliseconds == Self.date && payload.environment == .production)
        #expect(payload.recentSubscriptionStartDate?.milliseconds == record.recentSubscriptionStartDate)
        #expect(payload.renewalDate?.milliseconds == record.renewalDate)
        #expect(payload.renewalPrice == 5990 && payload.currency == "AUD")
        #expect(payload.eligibleWinBackOfferIds == ["back", "again"])
        #expect(payload.appAccountToken == record.appAccountToken)
        #expect(payload.appTransactionId == record.appTransactionID)
        #expect(payload.unknownNames.isEmpty)
    }

    @Test("A subscription that ended says that retries are over")
    func endedRenewalInfo() throws {
        var record = SampleRecords.renewalInfo
        record.expirationIntent = .billingError
        let payload = try JWSRenewalInfoDecodedPayload(
            Self.root(Self.writer.bytes(of: record, signedDate: Self.date)))
        #expect(payload.isInBillingRetryPeriod == false)
    }

    @Test("Advanced Commerce puts description, refund and coming price into the item")
    func advancedCommerce() throws {
        let details = AdvancedCommerceDetails(displayName: "Pro", description: "All of it", pendingPrice: 7990)
        var transaction = SampleRecords.fullTransaction
        transaction.advancedCommerce = details
        let payload = try JWSTransactionDecodedPayload(
            Self.root(Self.writer.bytes(of: transaction, signedDate: Self.date)))
        let item = try #require(payload.advancedCommerceInfo?.items?.first)
        #expect(payload.advancedCommerceInfo?.descriptors?.displayName == "Pro")
        #expect(item.sku == transaction.productID && item.description == "All of it" && item.price == 5990)
        #expect(item.refunds?.first?.refundAmount == 4069 && item.refunds?.first?.refundType == .prorated)
        #expect(item.revocationDate?.milliseconds == Self.date + 1 && payload.revocationPercentage == nil)

        var renewalInfo = SampleRecords.renewalInfo
        renewalInfo.advancedCommerce = details
        for (status, expected) in [
            (nil, AdvancedCommercePriceIncreaseStatus.scheduled), (.pending, .pending), (.agreed, .accepted),
        ] as [(PriceIncreaseStatus?, AdvancedCommercePriceIncreaseStatus)] {
            renewalInfo.priceIncreaseStatus = status
            let payload = try JWSRenewalInfoDecodedPayload(
                Self.root(Self.writer.bytes(of: renewalInfo, signedDate: Self.date)))
            let item = try #require(payload.advancedCommerceInfo?.items?.first)
            #expect(item.priceIncreaseInfo?.price == 7990 && item.priceIncreaseInfo?.status == expected)
        }
    }

    @Test("An app transaction of Production says all, one of Sandbox what is the same for everyone there")
    func appTransaction() throws {
        let production = try AppTransaction(
            Self.root(Self.writer.bytes(of: SampleRecords.download, signedDate: Self.date)))
        #expect(production.receiptType == .production && production.appAppleId == 1_234_567_890)
        #expect(production.bundleId == "com.example.app" && production.applicationVersion == "637")
        #expect(production.versionExternalIdentifier == 800_000_001)
        #expect(production.receiptCreationDate?.milliseconds == Self.date)
        #expect(production.originalPurchaseDate?.milliseconds == SampleRecords.download.originalPurchaseDate)
        #expect(production.originalApplicationVersion == "17" && production.originalPlatform == .macOS)
        #expect(production.appTransactionId == SampleRecords.download.id && production.unknownNames.isEmpty)
        let sandbox = try AppTransaction(
            Self.root(
                PayloadWriter(app: SampleRecords.app(.sandbox))
                    .bytes(of: SampleRecords.download, signedDate: Self.date)))
        #expect(sandbox.receiptType == .sandbox && sandbox.appAppleId == nil)
        #expect(sandbox.versionExternalIdentifier == nil && sandbox.originalApplicationVersion == "1.0")
        #expect(sandbox.originalPurchaseDate?.milliseconds == 1_375_340_400_000)
    }

    @Test("Xcode's payloads have fractions, an explicit isUpgraded, and a verification of the device")
    func xcodeStyle() throws {
        let json = try Self.root(Self.xcode.bytes(of: SampleRecords.transaction, signedDate: Self.date))
        let payload = try JWSTransactionDecodedPayload(json)
        #expect(payload.environment == .xcode && payload.isUpgraded == false)
        #expect(payload.price == 5990 && payload.currency == "AUD")
        for name in ["purchaseDate", "originalPurchaseDate", "expiresDate", "signedDate"] {
            #expect(json[name]?.number?.text.contains(".") == true)
        }
        #expect(payload.purchaseDate?.milliseconds == SampleRecords.transaction.purchaseDate)
        #expect(payload.expiresDate?.milliseconds == SampleRecords.transaction.expiresDate)
        let nonce = try #require(payload.deviceVerificationNonce)
        let device = Self.xcode.settings.deviceVerificationID
        #expect(payload.deviceVerification == Base64.encode(SHA384.digest(of: Array((nonce + device).utf8))))
        let parts = nonce.split(separator: "-").map(\.utf8.count)
        #expect(parts == [8, 4, 4, 4, 12] && nonce.utf8.dropFirst(14).first == UInt8(ascii: "4"))

        let other = try JWSTransactionDecodedPayload(
            Self.root(Self.xcode.bytes(of: SampleRecords.fullTransaction, signedDate: Self.date)))
        #expect(other.isUpgraded == true && other.deviceVerificationNonce == nonce)
        let download = try AppTransaction(
            Self.root(Self.xcode.bytes(of: SampleRecords.download, signedDate: Self.date)))
        #expect(download.originalPurchaseDate?.milliseconds == -62_135_769_600_000)
        #expect(download.requestDate != nil && download.deviceVerification != nil && download.appAppleId == nil)
    }

    @Test("Xcode 15 knew neither price nor download")
    func xcode15() throws {
        var settings = PayloadSettings()
        settings.resemblesXcode15 = true
        let writer = PayloadWriter(app: SampleRecords.app(.xcode), settings: settings)
        let transaction = try JWSTransactionDecodedPayload(
            Self.root(writer.bytes(of: SampleRecords.fullTransaction, signedDate: Self.date)))
        #expect(transaction.price == nil && transaction.currency == nil && transaction.appTransactionId == nil)
        #expect(transaction.offerType == .promotional && transaction.offerDiscountType == nil)
        let renewalInfo = try JWSRenewalInfoDecodedPayload(
            Self.root(writer.bytes(of: SampleRecords.fullRenewalInfo, signedDate: Self.date)))
        #expect(renewalInfo.renewalPrice == nil && renewalInfo.currency == nil)
        settings.resemblesXcode15 = true
        let production = PayloadWriter(app: SampleRecords.app(), settings: settings)
        #expect(
            production.bytes(of: SampleRecords.transaction, signedDate: Self.date)
                == Self.writer.bytes(of: SampleRecords.transaction, signedDate: Self.date))
    }

    @Test("Any text and number comes back as it was, in strict JSON")
    func escapes() throws {
        var generator = SeededGenerator(seed: 3)
        let controls = (0..<0x20).map { Unicode.Scalar(UInt8($0)) }
        let others: [Unicode.Scalar] = [
            "\"", "\\", "/", "a", "\u{7F}", "é", "\u{2028}", "\u{FFFF}", "😀", "\u{10FFFF}", "\u{301}",
        ]
        let scalars = controls + others
        for _ in 0..<200 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                text.append(scalars.randomElement(using: &generator) ?? "x")
            }
            var transaction = SampleRecords.transaction
            transaction.productID = String(text)
            transaction.appAccountToken = String(text) + "\""
            transaction.price = Int64(truncatingIfNeeded: generator.next())
            transaction.purchaseDate = [Int64.min, Int64.max, 0, -1].randomElement(using: &generator) ?? 0
            let bytes = Self.writer.bytes(of: transaction, signedDate: Self.date)
            let json = try Self.root(bytes)
            #expect(json["productId"]?.string.map { Array($0.utf8) } == Array(String(text).utf8))
            #expect(json["appAccountToken"]?.string?.utf8.last == UInt8(ascii: "\""))
            #expect(json["price"]?.number?.integer == transaction.price)
            #expect(json["purchaseDate"]?.number?.integer == transaction.purchaseDate)
            #expect(!bytes.contains { $0 < 0x20 })
        }
    }
}
