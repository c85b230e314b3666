public import AppStoreModels

/// One thing that a customer, the App Store or a tester does.
///
/// ``json`` describes the form in which scenarios and the control interface write it.
public enum StoreAction: Hashable, Sendable {
    // Buying.

    /// A customer buys; a subscription to another product of the group changes the plan.
    case buy(PurchaseRequest)
    /// A parent approves a waiting purchase.
    case approveAskToBuy(StoreTarget)
    /// A parent declines a waiting purchase.
    case declineAskToBuy(StoreTarget)
    /// The customer resolves what interrupted a purchase, or the payment problem of a subscription.
    case resolveIssue(StoreTarget)
    /// A customer redeems an offer.
    case redeemOffer(customer: String, product: String, offer: OfferChoice)
    /// A customer restores a purchase on another device, where it gets another number.
    case restore(StoreTarget)
    /// A customer chooses a product outside the app.
    case purchaseIntent(customer: String, product: String, offer: String?)
    /// A customer downloads the app.
    case downloadApp(customer: String, version: String?, platform: PurchasePlatform?)

    // The life of a subscription.

    /// The customer turns automatic renewal off.
    case cancel(StoreTarget)
    /// The customer turns automatic renewal on again.
    case resume(StoreTarget)
    /// The customer changes to another product of the group.
    case changePlan(StoreTarget, product: String)
    /// The customer takes back a change that waits for the next renewal.
    case cancelPlanChange(StoreTarget)
    /// From now on a customer's payments fail.
    case paymentFails(customer: String)
    /// A customer's payments work again; what waits for them is charged at once.
    case paymentWorks(customer: String)
    /// The subscription ends now, as if it had been cancelled before.
    case expire(StoreTarget)
    /// The subscription ends now for a reason the store does not name.
    case expireOther(StoreTarget)
    /// The period ends now and the next one begins.
    case forceRenewal(StoreTarget)
    /// The subscription's price is to rise; without a price it stays as it is.
    case requestPriceIncrease(StoreTarget, price: Int64?, needsConsent: Bool)
    /// The customer agrees to the price increase.
    case consentToPriceIncrease(StoreTarget)
    /// The customer does not agree to the price increase.
    case declinePriceIncrease(StoreTarget)

    // Refunds.

    /// A transaction is refunded, wholly or by a share in thousandths of a per cent.
    case refund(StoreTarget, reason: RevocationReason, percentage: Int?)
    /// A transaction is refunded by the share of its period that is not used.
    case refundProrated(StoreTarget, reason: RevocationReason)
    /// The customer asks for a refund; inside the app that also turns automatic renewal off.
    case requestRefund(StoreTarget, reason: ConsumptionRequestReason, inApp: Bool)
    /// The App Store asks again for consumption information about a requested refund.
    case repeatConsumptionRequest(StoreTarget)
    /// The App Store declines a requested refund.
    case declineRefund(StoreTarget)
    /// The App Store takes a refund back.
    case reverseRefund(StoreTarget)

    // Families.

    /// A customer joins another's family.
    case joinFamily(customer: String, of: String)
    /// A customer leaves the family.
    case leaveFamily(customer: String)
    /// A customer shares purchases with the family, as everyone does at first.
    case shareWithFamily(customer: String)
    /// A customer stops sharing purchases with the family.
    case stopSharing(customer: String)

    // The app's operator.

    /// A subscription's renewal date is moved.
    case extendRenewalDate(StoreTarget, days: Int, requestIdentifier: String)
    /// The renewal dates of all subscriptions to a product are moved.
    case massExtend(product: String, days: Int, requestIdentifier: String, storefronts: [String])
    /// The line's app account token is set.
    case setAppAccountToken(StoreTarget, token: String)
    /// The operator asks for a test notification.
    case requestTestNotification
    /// A product is no longer for sale.
    case withdrawProduct(String)
    /// A product is for sale again.
    case offerProduct(String)

    // Beside in-app purchases.

    /// A token for a purchase outside the App Store is made; one of a custom link has a type and an end.
    case createExternalPurchaseToken(type: ExternalPurchaseTokenType?, expirationDate: Int64?)
    /// The operator reports what was bought with a token.
    case reportExternalPurchase(id: String)
    /// A parent withdraws consent for a child's use of the app.
    case rescindConsent(customer: String)
    /// Advanced Commerce: what a subscription is called changes.
    case metadataUpdate(StoreTarget, displayName: String, description: String)
    /// Advanced Commerce: a subscription is taken over into it.
    case migrate(StoreTarget)
    /// Advanced Commerce: another price from the next renewal on.
    case priceChange(StoreTarget, price: Int64)

    // The tester.

    /// A customer moves to another store.
    case setStorefront(customer: String, storefront: String)
    /// A setting changes.
    case setSetting(SettingChange)
    /// The app finishes a transaction.
    case finishTransaction(id: Int)
    /// A transaction is forgotten, with all that followed from it.
    case deleteTransaction(id: Int)
    /// All transactions are forgotten.
    case clearTransactions
}
