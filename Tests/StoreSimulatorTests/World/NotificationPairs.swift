import AppStoreModels
import StoreSimulator

extension NotificationPair {
    static let all = subscriptions + renewals + endings + money + operators + others

    private static let subscriptions: [NotificationPair] = [
        NotificationPair(
            "SUBSCRIBED.INITIAL_BUY", .subscription(.active),
            holds: { data, _ in
                data.transaction?.reason == .purchase && data.transaction?.id == data.transaction?.originalID
                    && data.renewalInfo?.renewalPrice == 9990
            }
        ) { try $0.buy("pro.monthly") },
        NotificationPair(
            "SUBSCRIBED.RESUBSCRIBE", .subscription(.active),
            holds: { data, store in
                data.transaction?.originalID == store.world.allTransactions.first?.id
                    && data.transaction?.productID == "pro.basic"
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.cancel($0.ann))
            try $0.advance(days: 40)
            try $0.buy("pro.basic")
        },
        NotificationPair(
            "OFFER_REDEEMED", .subscription(.active),
            holds: { data, _ in
                data.renewalInfo?.offer?.type == .promotional && data.renewalInfo?.offer?.identifier == "stay"
                    && data.renewalInfo?.renewalPrice == 4990 && data.transaction?.offer == nil
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.redeemOffer(customer: "ann", product: "pro.monthly", offer: .promotional("stay")))
        },
        NotificationPair(
            "OFFER_REDEEMED.UPGRADE", .subscription(.active),
            holds: { data, store in
                data.transaction?.offer?.identifier == "up" && data.transaction?.price == 9990
                    && store.world.allTransactions.first?.isUpgraded == true
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.advance(days: 3)
            try $0.perform(.redeemOffer(customer: "ann", product: "pro.top", offer: .promotional("up")))
        },
        NotificationPair(
            "OFFER_REDEEMED.DOWNGRADE", .subscription(.active),
            holds: { data, _ in
                data.transaction?.productID == "pro.monthly" && data.renewalInfo?.autoRenewProductID == "pro.yearly"
                    && data.renewalInfo?.offer?.identifier == "year" && data.renewalInfo?.renewalPrice == 59_990
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.redeemOffer(customer: "ann", product: "pro.yearly", offer: .promotional("year")))
        },
        NotificationPair(
            "DID_CHANGE_RENEWAL_PREF.UPGRADE", .subscription(.active),
            holds: { data, store in
                let old = store.happened.transactions.last { $0.productID == "pro.monthly" }
                return data.transaction?.productID == "pro.top" && data.transaction?.reason == .purchase
                    && data.transaction?.purchaseDate == TestStore.start + 3 * TestStore.day
                    && data.transaction?.isUpgraded == false && old?.isUpgraded == true
                    && old?.originalID == data.transaction?.originalID
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.advance(days: 3)
            try $0.perform(.changePlan($0.ann, product: "pro.top"))
        },
        NotificationPair(
            "DID_CHANGE_RENEWAL_PREF.DOWNGRADE", .subscription(.active),
            holds: { data, _ in
                data.transaction?.productID == "pro.monthly" && data.renewalInfo?.productID == "pro.monthly"
                    && data.renewalInfo?.autoRenewProductID == "pro.basic" && data.renewalInfo?.autoRenews == true
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.cancel($0.ann))
            try $0.buy("pro.basic")
        },
        NotificationPair(
            "DID_CHANGE_RENEWAL_PREF", .subscription(.active),
            holds: { data, _ in data.renewalInfo?.autoRenewProductID == "pro.monthly" }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.changePlan($0.ann, product: "pro.basic"))
            try $0.perform(.cancelPlanChange($0.ann))
        },
        NotificationPair(
            "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", .subscription(.active),
            holds: { data, _ in data.renewalInfo?.autoRenews == false && data.renewalInfo?.renewalPrice == nil }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.cancel($0.ann))
        },
        NotificationPair(
            "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED", .subscription(.active),
            holds: { data, _ in data.renewalInfo?.autoRenews == true }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.cancel($0.ann))
            try $0.perform(.resume($0.ann))
        },
    ]

    private static let renewals: [NotificationPair] = [
        NotificationPair(
            "DID_RENEW", .subscription(.active),
            holds: { data, store in
                data.transaction?.reason == .renewal
                    && data.transaction?.purchaseDate == store.world.allTransactions.first?.expiresDate
                    && data.renewalInfo?.renewalDate == data.transaction?.expiresDate
            }
        ) {
            try $0.buy("pro.monthly")
            $0.step()
        },
        NotificationPair(
            "DID_RENEW.BILLING_RECOVERY", .subscription(.active),
            holds: { data, store in
                data.transaction?.purchaseDate == store.world.allTransactions.first?.expiresDate
                    && data.renewalInfo?.expirationIntent == nil
            }
        ) {
            try $0.startGrace()
            try $0.perform(.paymentWorks(customer: "ann"))
        },
        NotificationPair(
            "DID_FAIL_TO_RENEW.GRACE_PERIOD", .subscription(.billingGracePeriod),
            holds: { data, _ in
                data.renewalInfo?.gracePeriodExpiresDate
                    == data.transaction?.expiresDate.map { $0 + 16 * TestStore.day }
                    && data.renewalInfo?.expirationIntent == .billingError
            }
        ) { try $0.startGrace() },
        NotificationPair(
            "DID_FAIL_TO_RENEW", .subscription(.billingRetry),
            holds: { data, _ in data.renewalInfo?.expirationIntent == .billingError }
        ) { try $0.startRetry() },
        NotificationPair(
            "GRACE_PERIOD_EXPIRED", .subscription(.billingRetry),
            holds: { data, store in
                data.transaction?.expiresDate.map { $0 + 16 * TestStore.day } == store.world.now
            }
        ) {
            try $0.startGrace()
            $0.step()
        },
        NotificationPair(
            "PRICE_INCREASE.PENDING", .subscription(.active),
            holds: { data, _ in
                data.renewalInfo?.priceIncreaseStatus == .pending && data.renewalInfo?.renewalPrice == 12_990
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.requestPriceIncrease($0.ann, price: 12_990, needsConsent: true))
        },
        NotificationPair(
            "PRICE_INCREASE.ACCEPTED", .subscription(.active),
            holds: { data, _ in data.renewalInfo?.priceIncreaseStatus == .agreed }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.requestPriceIncrease($0.ann, price: 12_990, needsConsent: false))
        },
    ]

    private static func ended(_ intent: ExpirationIntent) -> @Sendable (SimulatedNotification.Data, TestStore) -> Bool {
        { data, store in
            data.renewalInfo?.expirationIntent == intent && data.renewalInfo?.autoRenews == false
                && data.transaction?.expiresDate ?? .max <= store.world.now
        }
    }

    private static let endings: [NotificationPair] = [
        NotificationPair("EXPIRED.VOLUNTARY", .subscription(.expired), holds: ended(.cancelled)) {
            try $0.buy("pro.monthly")
            try $0.perform(.cancel($0.ann))
            $0.step()
        },
        NotificationPair("EXPIRED.BILLING_RETRY", .subscription(.expired), holds: ended(.billingError)) {
            try $0.startRetry()
            $0.step()
        },
        NotificationPair("EXPIRED.PRICE_INCREASE", .subscription(.expired), holds: ended(.priceIncreaseNotConsented)) {
            try $0.buy("pro.monthly")
            try $0.perform(.requestPriceIncrease($0.ann, price: nil, needsConsent: true))
            $0.step()
        },
        NotificationPair(
            "EXPIRED.PRODUCT_NOT_FOR_SALE", .subscription(.expired), holds: ended(.productNotAvailable)
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.withdrawProduct("pro.monthly"))
            $0.step()
        },
        NotificationPair("EXPIRED", .subscription(.expired), holds: ended(.other)) {
            try $0.buy("pro.monthly")
            try $0.advance(days: 5)
            try $0.perform(.expireOther($0.ann))
        },
    ]

    private static let money: [NotificationPair] = [
        NotificationPair(
            "REFUND", .subscription(.active),
            holds: { data, store in
                data.transaction?.id == store.world.allTransactions.first?.id
                    && data.transaction?.revocation?.date == store.world.now
                    && data.transaction?.revocation?.percentage == 100_000
                    && store.line?.transaction.revocation == nil
            }
        ) {
            try $0.buy("pro.monthly")
            $0.step()
            try $0.perform(
                .refund(.purchase(customer: "ann", periodsBack: 1), reason: .appIssue, percentage: nil))
        },
        NotificationPair(
            "REFUND_DECLINED", .oneTime, holds: { data, _ in data.transaction?.revocation == nil }
        ) {
            try $0.buy("coins")
            try $0.perform(.requestRefund($0.ann, reason: .other, inApp: true))
            try $0.perform(.declineRefund($0.ann))
        },
        NotificationPair(
            "REFUND_REVERSED", .subscription(.active),
            holds: { data, store in
                data.transaction?.revocation == nil && store.happened.statuses == [.active, .revoked, .active]
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.refund($0.ann, reason: .other, percentage: nil))
            try $0.perform(.reverseRefund($0.ann))
        },
        NotificationPair(
            "CONSUMPTION_REQUEST", .subscription(.active),
            holds: { data, _ in data.consumptionRequestReason == .unintendedPurchase }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.requestRefund($0.ann, reason: .unintendedPurchase, inApp: false))
        },
        NotificationPair(
            "REVOKE", .subscription(.revoked),
            holds: { data, _ in
                data.transaction?.ownership == .familyShared && data.transaction?.revocation?.type == .familyRevoke
                    && data.transaction?.customerID == "ben"
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.joinFamily(customer: "ben", of: "ann"))
            try $0.perform(.stopSharing(customer: "ann"))
        },
        NotificationPair(
            "ONE_TIME_CHARGE", .oneTime,
            holds: { data, _ in data.transaction?.quantity == 3 && data.transaction?.price == 5970 }
        ) { try $0.buy("coins") { $0.quantity = 3 } },
    ]

    private static let operators: [NotificationPair] = [
        NotificationPair(
            "RENEWAL_EXTENDED", .subscription(.active),
            holds: { data, store in
                data.transaction?.expiresDate == data.renewalInfo?.renewalDate
                    && data.transaction?.id == store.world.allTransactions.first?.id
                    && store.world.nextEventDate == data.transaction?.expiresDate
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.extendRenewalDate($0.ann, days: 30, requestIdentifier: "r"))
        },
        NotificationPair("RENEWAL_EXTENSION.SUMMARY", .summary) { try $0.extendAll() },
        NotificationPair(
            "RENEWAL_EXTENSION.FAILURE", .subscription(.billingRetry),
            holds: { data, _ in data.transaction?.customerID == "ben" }
        ) { try $0.extendAll() },
        NotificationPair("TEST", .empty) { try $0.perform(.requestTestNotification) },
        NotificationPair("EXTERNAL_PURCHASE_TOKEN.UNREPORTED", .token) {
            try $0.perform(.createExternalPurchaseToken(type: nil, expirationDate: nil))
            try $0.advance(days: 1)
        },
        NotificationPair("EXTERNAL_PURCHASE_TOKEN.CREATED", .token) { try $0.createToken() },
        NotificationPair("EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER", .token) {
            try $0.createToken()
            try $0.advance(days: 28)
        },
    ]

    private static let others: [NotificationPair] = [
        NotificationPair("RESCIND_CONSENT", .appData) {
            try $0.perform(.downloadApp(customer: "ann", version: "2.0", platform: .macOS))
            try $0.perform(.rescindConsent(customer: "ann"))
        },
        NotificationPair(
            "METADATA_UPDATE", .subscription(.active),
            holds: { data, _ in
                data.transaction?.advancedCommerce?.displayName == "Pro"
                    && data.renewalInfo?.advancedCommerce?.description == "All of it"
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.metadataUpdate($0.ann, displayName: "Pro", description: "All of it"))
        },
        NotificationPair(
            "MIGRATION", .subscription(.active),
            holds: { data, store in
                data.transaction?.previousOriginalID == store.world.allTransactions.first?.id
                    && data.transaction?.originalID == data.transaction?.id
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.migrate($0.ann))
        },
        NotificationPair(
            "PRICE_CHANGE", .subscription(.active),
            holds: { data, _ in
                data.renewalInfo?.advancedCommerce?.pendingPrice == 14_990 && data.renewalInfo?.renewalPrice == 14_990
            }
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.priceChange($0.ann, price: 14_990))
        },
    ]
}

extension TestStore {
    mutating func startGrace(_ product: String = "pro.monthly") throws {
        world.settings.billingGracePeriodIsEnabled = true
        try buy(product)
        try perform(.paymentFails(customer: "ann"))
        step()
    }

    mutating func startRetry() throws {
        try buy("pro.monthly")
        try perform(.paymentFails(customer: "ann"))
        step()
    }

    /// A mass extension that succeeds for one subscriber and fails for another, whose payment is missing.
    mutating func extendAll() throws {
        try buy("pro.monthly")
        try buy("pro.monthly", by: "ben")
        try perform(.paymentFails(customer: "ben"))
        try advance(days: 30)
        try perform(.massExtend(product: "pro.monthly", days: 14, requestIdentifier: "all", storefronts: ["USA"]))
    }

    mutating func createToken() throws {
        try perform(
            .createExternalPurchaseToken(type: .services, expirationDate: TestStore.start + 60 * TestStore.day))
    }
}
