public import StrictJSON

/// The signed payloads of the App Store.
public enum PayloadKind: String, Hashable, CaseIterable, Sendable {
    /// A server notification of version 2.
    case notification
    /// A transaction.
    case transaction
    /// The renewal state of a subscription.
    case renewalInfo = "renewal-info"
    /// An app download or purchase.
    case appTransaction = "app-transaction"
    /// A question for a retention message, asked while the customer waits.
    case realtimeRequest = "realtime-request"

    /// Tells the kind from the names of the members alone; `nil` when nothing fits.
    ///
    /// The most telling members are asked first: no payload has those of an earlier kind. Payloads signed by Xcode may
    /// lack most members.
    public static func detect(_ json: JSONNode) -> PayloadKind? {
        func has(_ names: String...) -> Bool { names.contains { json.present($0) != nil } }

        if has("notificationType", "notificationUUID") { return .notification }
        if has("requestIdentifier"), has("userLocale") { return .realtimeRequest }
        if has("transactionId") { return .transaction }
        if has(
            "autoRenewStatus", "autoRenewProductId", "isInBillingRetryPeriod", "gracePeriodExpiresDate",
            "expirationIntent", "recentSubscriptionStartDate", "renewalDate", "renewalPrice", "priceIncreaseStatus",
            "eligibleWinBackOfferIds", "renewalBillingPlanType")
        {
            return .renewalInfo
        }
        if has("originalTransactionId"),
            has("purchaseDate", "type", "inAppOwnershipType", "transactionReason", "webOrderLineItemId")
        {
            return .transaction
        }
        if has("receiptCreationDate", "receiptType", "applicationVersion", "originalApplicationVersion") {
            return .appTransaction
        }
        return nil
    }
}
