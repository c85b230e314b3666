internal import AppStoreModels
package import StoreSimulator

/// The names of all pairs of notification type and subtype, such as `DID_RENEW.BILLING_RECOVERY`.
///
/// Source: Apple, "notificationType" and "subtype".
package enum NotificationPairs {
    /// Every pair, in the order of Apple's table.
    package static let all = [
        "SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.RESUBSCRIBE", "DID_RENEW", "DID_RENEW.BILLING_RECOVERY",
        "DID_CHANGE_RENEWAL_PREF.UPGRADE", "DID_CHANGE_RENEWAL_PREF.DOWNGRADE", "DID_CHANGE_RENEWAL_PREF",
        "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
        "OFFER_REDEEMED", "OFFER_REDEEMED.UPGRADE", "OFFER_REDEEMED.DOWNGRADE", "DID_FAIL_TO_RENEW.GRACE_PERIOD",
        "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED.VOLUNTARY", "EXPIRED.BILLING_RETRY",
        "EXPIRED.PRICE_INCREASE", "EXPIRED.PRODUCT_NOT_FOR_SALE", "EXPIRED", "PRICE_INCREASE.PENDING",
        "PRICE_INCREASE.ACCEPTED", "REFUND", "REFUND_DECLINED", "REFUND_REVERSED", "CONSUMPTION_REQUEST", "REVOKE",
        "RENEWAL_EXTENDED", "RENEWAL_EXTENSION.SUMMARY", "RENEWAL_EXTENSION.FAILURE", "ONE_TIME_CHARGE",
        "EXTERNAL_PURCHASE_TOKEN.UNREPORTED", "EXTERNAL_PURCHASE_TOKEN.CREATED",
        "EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER", "TEST", "RESCIND_CONSENT", "METADATA_UPDATE", "MIGRATION",
        "PRICE_CHANGE",
    ]

    /// What may have been meant by a name that is none.
    package static func nearest(to name: String) -> String? { Suggestion.nearest(to: name, among: all) }

    /// What is expected in the place of a name that is none.
    static func suggestion(for name: String) -> String {
        nearest(to: name) ?? "a type and subtype such as DID_RENEW.BILLING_RECOVERY"
    }
}

extension SimulatedNotification {
    /// The type and, behind a full stop, the subtype where there is one.
    package var pair: String { type.rawValue + (subtype.map { ".\($0.rawValue)" } ?? "") }
}
