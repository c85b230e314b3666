import AppStoreModels
import StoreSimulator

/// A typical course of events, and how it comes about.
struct NotificationSequence: Sendable {
    let name: String
    let comment: String
    /// What is sent.
    let sent: [String]
    let happens: @Sendable (inout TestStore) throws -> Void

    static let all = [
        NotificationSequence(
            name: "lapse-and-return", comment: "renewals, then switched off, ended, and bought again",
            sent: [
                "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
                "EXPIRED.VOLUNTARY", "SUBSCRIBED.RESUBSCRIBE",
            ]
        ) {
            try $0.buy("pro.monthly")
            $0.step()
            $0.step()
            try $0.perform(.cancel($0.ann))
            $0.step()
            try $0.advance(days: 20)
            try $0.buy("pro.monthly")
        },
        NotificationSequence(
            name: "recovered-in-grace", comment: "a charge fails and succeeds within the grace period",
            sent: ["SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "DID_RENEW.BILLING_RECOVERY"]
        ) {
            try $0.startGrace()
            try $0.advance(days: 5)
            try $0.perform(.paymentWorks(customer: "ann"))
        },
        NotificationSequence(
            name: "recovered-after-grace", comment: "a charge fails and succeeds only after the grace period",
            sent: [
                "SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
                "DID_RENEW.BILLING_RECOVERY",
            ]
        ) {
            try $0.startGrace()
            $0.step()
            try $0.advance(days: 5)
            try $0.perform(.paymentWorks(customer: "ann"))
        },
        NotificationSequence(
            name: "lost-after-grace", comment: "a charge fails for good",
            sent: [
                "SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
                "EXPIRED.BILLING_RETRY",
            ]
        ) {
            try $0.startGrace()
            $0.step()
            $0.step()
        },
        NotificationSequence(
            name: "recovered-in-retry", comment: "a charge fails without a grace period, and succeeds later",
            sent: ["SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW", "DID_RENEW.BILLING_RECOVERY", "DID_RENEW"]
        ) {
            try $0.startRetry()
            try $0.advance(days: 12)
            try $0.perform(.paymentWorks(customer: "ann"))
            $0.step()
        },
        NotificationSequence(
            name: "downgrade", comment: "another product from the next renewal on",
            sent: ["SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF.DOWNGRADE", "DID_RENEW", "DID_RENEW"]
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.changePlan($0.ann, product: "pro.basic"))
            $0.step()
            $0.step()
        },
        NotificationSequence(
            name: "upgrade", comment: "a better product at once, under a shorter period than the one before",
            sent: ["SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF.UPGRADE", "DID_RENEW"]
        ) {
            try $0.buy("pro.yearly")
            try $0.advance(days: 9)
            try $0.perform(.changePlan($0.ann, product: "pro.top"))
            $0.step()
        },
        NotificationSequence(
            name: "refund-reversed", comment: "a refund is asked for twice, granted, and taken back",
            sent: [
                "SUBSCRIBED.INITIAL_BUY", "CONSUMPTION_REQUEST", "CONSUMPTION_REQUEST", "REFUND", "REFUND_REVERSED",
                "DID_RENEW",
            ]
        ) {
            try $0.buy("pro.monthly")
            try $0.advance(days: 2)
            try $0.perform(.requestRefund($0.ann, reason: .unintendedPurchase, inApp: false))
            try $0.advance(days: 1)
            try $0.perform(.repeatConsumptionRequest($0.ann))
            try $0.perform(.refund($0.ann, reason: .other, percentage: nil))
            try $0.advance(days: 4)
            try $0.perform(.reverseRefund($0.ann))
            $0.step()
        },
        NotificationSequence(
            name: "refund-of-an-old-period", comment: "a period that is over is refunded; the running one stays",
            sent: ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "REFUND", "DID_RENEW"]
        ) {
            try $0.buy("pro.monthly")
            $0.step()
            try $0.advance(days: 3)
            try $0.perform(.refund(.purchase(customer: "ann", periodsBack: 1), reason: .appIssue, percentage: nil))
            $0.step()
        },
        NotificationSequence(
            name: "refund-declined", comment: "a refund is asked for in the app and declined",
            sent: [
                "SUBSCRIBED.INITIAL_BUY", "CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
                "REFUND_DECLINED", "EXPIRED.VOLUNTARY",
            ]
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.requestRefund($0.ann, reason: .other, inApp: true))
            try $0.perform(.declineRefund($0.ann))
            $0.step()
        },
        NotificationSequence(
            name: "price-increase-accepted", comment: "a higher price that is agreed to",
            sent: ["SUBSCRIBED.INITIAL_BUY", "PRICE_INCREASE.PENDING", "PRICE_INCREASE.ACCEPTED", "DID_RENEW"]
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.requestPriceIncrease($0.ann, price: 12_990, needsConsent: true))
            try $0.advance(days: 3)
            try $0.perform(.consentToPriceIncrease($0.ann))
            $0.step()
        },
        NotificationSequence(
            name: "price-increase-unanswered", comment: "a higher price that nobody agrees to",
            sent: ["SUBSCRIBED.INITIAL_BUY", "PRICE_INCREASE.PENDING", "EXPIRED.PRICE_INCREASE"]
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.requestPriceIncrease($0.ann, price: 12_990, needsConsent: true))
            $0.step()
        },
        NotificationSequence(
            name: "family-refund", comment: "the purchaser is refunded, and the member loses access too",
            sent: ["SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_RENEW", "REFUND", "REVOKE"]
        ) {
            try $0.buy("pro.monthly")
            try $0.perform(.joinFamily(customer: "ben", of: "ann"))
            $0.step()
            try $0.advance(days: 2)
            try $0.perform(.refund($0.ann, reason: .other, percentage: nil))
        },
    ]
}
