internal import AppStoreModels
internal import StoreSimulator

/// Records that are sound in every part; tests change what they are about.
enum SampleRecords {
    /// 2026-06-01T00:00:00Z.
    static let date: Int64 = 1_780_272_000_000
    /// Thirty days.
    static let period: Int64 = 30 * 86_400_000

    static func app(_ environment: AppStoreModels.Environment = .production) -> SimulatedApp {
        SimulatedApp(bundleId: "com.example.app", bundleVersion: "637", environment: environment)
    }

    /// The first period of a subscription, with nothing that may be absent.
    static var transaction: SimulatedTransaction {
        var transaction = SimulatedTransaction(
            id: 2_000_001_035_288_486, orderID: "MK7PQR2X", customerID: "anna", productID: "com.example.app.pro",
            productType: .autoRenewableSubscription, purchaseDate: date - 5000, price: 5990,
            storefront: Storefront(countryCode: "AUS", identifier: "143460", currency: "AUD"),
            appTransactionID: "704897469903383919")
        transaction.originalID = 2_000_001_024_993_299
        transaction.originalPurchaseDate = date - period
        transaction.webOrderLineItemID = 2_000_000_114_930_708
        transaction.subscriptionGroupID = "21752814"
        transaction.expiresDate = date + period
        return transaction
    }

    /// The same with everything that it can hold.
    static var fullTransaction: SimulatedTransaction {
        var transaction = transaction
        transaction.previousOriginalID = 2_000_000_000_000_001
        transaction.quantity = 3
        transaction.appAccountToken = "b2158121-7af9-49d4-9561-1f588205523e"
        transaction.ownership = .familyShared
        transaction.reason = .renewal
        transaction.offer = AppliedOffer(
            type: .promotional, identifier: "summer", discountType: .payAsYouGo, period: "P3M")
        transaction.revocation = Revocation(
            date: date + 1, reason: RevocationReason(rawValue: 1), type: .refundProrated, percentage: 67_932)
        transaction.isUpgraded = true
        return transaction
    }

    static var renewalInfo: SimulatedRenewalInfo {
        var renewalInfo = SimulatedRenewalInfo(
            originalID: 2_000_001_024_993_299, productID: "com.example.app.pro", startDate: date - 5000,
            renewalDate: date + period, currency: "AUD", appTransactionID: "704897469903383919")
        renewalInfo.renewalPrice = 5990
        return renewalInfo
    }

    /// The same with everything that it can hold.
    static var fullRenewalInfo: SimulatedRenewalInfo {
        var renewalInfo = renewalInfo
        renewalInfo.autoRenewProductID = "com.example.app.basic"
        renewalInfo.autoRenews = false
        renewalInfo.expirationIntent = .billingError
        renewalInfo.isInBillingRetryPeriod = true
        renewalInfo.gracePeriodExpiresDate = date + 7
        renewalInfo.priceIncreaseStatus = .pending
        renewalInfo.offer = AppliedOffer(type: .winBack, identifier: "back", discountType: .payUpFront, period: "P2M")
        renewalInfo.eligibleWinBackOfferIDs = ["back", "again"]
        renewalInfo.appAccountToken = "b2158121-7af9-49d4-9561-1f588205523e"
        return renewalInfo
    }

    static var download: SimulatedAppTransaction {
        var download = SimulatedAppTransaction(
            id: "704897469903383919", customerID: "anna", originalPurchaseDate: date - 9 * period)
        download.originalApplicationVersion = "17"
        download.originalPlatform = .macOS
        return download
    }

    static func notification(
        _ type: NotificationType = .subscribed, _ subtype: NotificationSubtype? = .resubscribe,
        _ content: SimulatedNotification.Content? = nil
    ) -> SimulatedNotification {
        SimulatedNotification(
            id: "d32c3ba8-a457-47a4-9f09-0beea5042aa4", type: type, subtype: subtype, signedDate: date,
            content: content
                ?? .data(.init(transaction: transaction, renewalInfo: renewalInfo, status: .active)))
    }
}
