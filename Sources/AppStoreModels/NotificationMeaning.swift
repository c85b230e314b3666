/// Says in plain words what a notification reports.
package enum NotificationMeaning {
    /// One line for a type and subtype; `nil` for pairs nobody knows yet.
    package static func text(_ type: NotificationType, _ subtype: NotificationSubtype?) -> String? {
        let pair = type.rawValue + (subtype.map { "/\($0.rawValue)" } ?? "")
        return texts[pair] ?? texts[type.rawValue]
    }

    private static let texts: [String: String] = [
        "SUBSCRIBED": "a subscription began",
        "SUBSCRIBED/INITIAL_BUY": "a first subscription in its group began",
        "SUBSCRIBED/RESUBSCRIBE": "subscribed again after a lapse",
        "DID_RENEW": "renewed for another period",
        "DID_RENEW/BILLING_RECOVERY": "a payment that had failed succeeded; access is back",
        "DID_CHANGE_RENEWAL_PREF": "a planned change of product was cancelled",
        "DID_CHANGE_RENEWAL_PREF/UPGRADE": "changed to a higher product at once; the old period ends now",
        "DID_CHANGE_RENEWAL_PREF/DOWNGRADE": "will change to another product at the next renewal",
        "DID_CHANGE_RENEWAL_STATUS": "automatic renewal was switched",
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED": "automatic renewal was switched on",
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED": "automatic renewal was switched off; access lasts to the end",
        "OFFER_REDEEMED": "an offer was redeemed on a running subscription",
        "OFFER_REDEEMED/UPGRADE": "an offer was used to change to a higher product at once",
        "OFFER_REDEEMED/DOWNGRADE": "an offer was used to change product at the next renewal",
        "DID_FAIL_TO_RENEW": "a renewal payment failed, without a grace period; Apple tries again for up to 60 days",
        "DID_FAIL_TO_RENEW/GRACE_PERIOD": "a renewal payment failed; keep access until the grace period ends",
        "GRACE_PERIOD_EXPIRED": "the grace period ended without a payment; access ends, Apple keeps trying",
        "EXPIRED": "the subscription ended",
        "EXPIRED/VOLUNTARY": "the subscription ended, as the customer had switched renewal off",
        "EXPIRED/BILLING_RETRY": "the subscription ended, as no payment succeeded within 60 days",
        "EXPIRED/PRICE_INCREASE": "the subscription ended, as the customer did not agree to a higher price",
        "EXPIRED/PRODUCT_NOT_FOR_SALE": "the subscription ended, as the product was not for sale at the renewal",
        "PRICE_INCREASE": "the customer was told of a higher price",
        "PRICE_INCREASE/PENDING": "the customer was told of a higher price and has not answered yet",
        "PRICE_INCREASE/ACCEPTED": "the customer agreed to a higher price, or was told where that is enough",
        "REFUND": "a transaction was refunded; only what it paid for is taken back",
        "REFUND_DECLINED": "a refund was asked for and declined",
        "REFUND_REVERSED": "a refund was taken back; give again what it had taken",
        "CONSUMPTION_REQUEST": "a refund was asked for; Apple wants to know within 12 hours how much was used",
        "REVOKE": "a family member lost access that was shared",
        "RENEWAL_EXTENDED": "the renewal date was moved to a later day",
        "RENEWAL_EXTENSION/SUMMARY": "an extension of many renewal dates is done",
        "RENEWAL_EXTENSION/FAILURE": "an extension of many renewal dates failed for this subscription",
        "ONE_TIME_CHARGE": "a product that does not renew was bought",
        "EXTERNAL_PURCHASE_TOKEN": "something happened to a token for purchases outside the App Store",
        "EXTERNAL_PURCHASE_TOKEN/UNREPORTED": "a token for purchases outside the App Store was made and not reported",
        "EXTERNAL_PURCHASE_TOKEN/CREATED": "a token for purchases outside the App Store was made",
        "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER": "a token for purchases outside the App Store is still active",
        "TEST": "a test that was asked for; the endpoint works",
        "RESCIND_CONSENT": "a guardian took back the consent to a child's use of the app",
        "METADATA_UPDATE": "names or descriptions of an Advanced Commerce subscription changed",
        "MIGRATION": "a subscription moved to Advanced Commerce",
        "MIGRATE": "a subscription moved to Advanced Commerce",
        "PRICE_CHANGE": "a price change of an Advanced Commerce subscription was requested",
    ]
}
