internal import AppStoreModels
package import StoreSimulator

extension StoreAction {
    /// What is done, in plain words.
    package var words: String {
        switch self {
        case .buy(let request):
            "\(request.customer) buys \(request.quantity == 1 ? "" : "\(request.quantity) x ")\(request.product)"
                + (request.simulatesAskToBuy ? ", a parent must approve" : "") + StoreAction.words(request.offer)
        case .approveAskToBuy(let target): "a parent approves \(target.words)"
        case .declineAskToBuy(let target): "a parent declines \(target.words)"
        case .resolveIssue(let target): "the issue with \(target.words) is resolved"
        case .redeemOffer(let customer, let product, let offer):
            "\(customer) redeems an offer for \(product)" + StoreAction.words(offer)
        case .restore(let target): "\(target.words) is restored on another device"
        case .purchaseIntent(let customer, let product, _): "\(customer) chooses \(product) outside the app"
        case .downloadApp(let customer, _, _): "\(customer) downloads the app"
        case .cancel(let target): "renewal of \(target.words) is turned off"
        case .resume(let target): "renewal of \(target.words) is turned on again"
        case .changePlan(let target, let product): "\(target.words) changes to \(product)"
        case .cancelPlanChange(let target): "the change of \(target.words) is taken back"
        case .paymentFails(let customer): "payments of \(customer) fail from now on"
        case .paymentWorks(let customer): "payments of \(customer) work again"
        case .expire(let target): "\(target.words) ends now"
        case .expireOther(let target): "\(target.words) ends now for another reason"
        case .forceRenewal(let target): "\(target.words) renews now"
        default: otherWords
        }
    }

    private var otherWords: String {
        switch self {
        case .requestPriceIncrease(let target, _, let needsConsent):
            "a higher price for \(target.words)" + (needsConsent ? " needs consent" : " is announced")
        case .consentToPriceIncrease(let target): "the higher price of \(target.words) is agreed to"
        case .declinePriceIncrease(let target): "the higher price of \(target.words) is declined"
        case .refund(let target, _, let percentage):
            "\(target.words) is refunded" + (percentage.map { $0 < 100_000 ? " in part" : "" } ?? "")
        case .refundProrated(let target, _): "the unused part of \(target.words) is refunded"
        case .requestRefund(let target, _, let inApp):
            "a refund of \(target.words) is asked for" + (inApp ? " in the app" : "")
        case .repeatConsumptionRequest(let target): "the App Store asks again about \(target.words)"
        case .declineRefund(let target): "the refund of \(target.words) is declined"
        case .reverseRefund(let target): "the refund of \(target.words) is taken back"
        case .joinFamily(let customer, let other): "\(customer) joins the family of \(other)"
        case .leaveFamily(let customer): "\(customer) leaves the family"
        case .shareWithFamily(let customer): "\(customer) shares with the family"
        case .stopSharing(let customer): "\(customer) stops sharing with the family"
        case .extendRenewalDate(let target, let days, _): "the renewal of \(target.words) moves by \(days) days"
        case .massExtend(let product, let days, _, _): "all renewals of \(product) move by \(days) days"
        case .setAppAccountToken(let target, _): "\(target.words) gets an app account token"
        case .requestTestNotification: "a test is asked for"
        case .withdrawProduct(let product): "\(product) is no longer for sale"
        case .offerProduct(let product): "\(product) is for sale again"
        case .createExternalPurchaseToken(let type, _):
            "a token of an external purchase is made" + (type.map { " (\($0.rawValue))" } ?? "")
        case .reportExternalPurchase(let id): "external purchase \(id) is reported"
        case .rescindConsent(let customer): "consent for \(customer) is withdrawn"
        case .metadataUpdate(let target, _, _): "\(target.words) gets other names"
        case .migrate(let target): "\(target.words) moves to Advanced Commerce"
        case .priceChange(let target, _): "\(target.words) gets another price"
        case .setStorefront(let customer, let storefront): "\(customer) moves to the store of \(storefront)"
        case .setSetting: "a setting changes"
        case .finishTransaction(let id): "transaction \(id) is finished"
        case .deleteTransaction(let id): "transaction \(id) is forgotten"
        case .clearTransactions: "all transactions are forgotten"
        default: "something happens"
        }
    }

    private static func words(_ offer: OfferChoice) -> String {
        switch offer {
        case .automatic: ""
        case .introductory: " (introductory offer, granted by the app)"
        case .none: ", without an offer"
        case .promotional(let id): " (promotional offer \(id))"
        case .code(let name): " (code \(name))"
        case .winBack(let id): " (win-back offer \(id))"
        }
    }
}

extension StoreTarget {
    /// What is meant, in a few words.
    package var words: String {
        switch self {
        case .transaction(let id): "transaction \(id)"
        case .purchase(let customer, let product, let periodsBack):
            (product.map { "\($0) of \(customer)" } ?? "the purchase of \(customer)")
                + (periodsBack > 0 ? " (\(periodsBack) back)" : "")
        }
    }
}

extension ScenarioStep {
    /// What happens, in plain words.
    package var words: String {
        switch self {
        case .action(let action): action.words
        case .settings(let settings):
            "set " + settings.map { "\($0.name) to \($0.value)" }.joined(separator: ", ")
        case .advance(.duration(_, let text)): "time passes: \(text)"
        case .advance(.milliseconds(let count)): "time passes: \(count) ms"
        case .advance(.moment): "time passes to a moment"
        case .advance(.nextEvent): "time passes to the next event"
        case .expect(let expectation): "expect \(expectation.words)"
        case .expectNotifications(let names): "expect \(names.count) notification\(names.count == 1 ? "" : "s")"
        case .expectError(let name): "expect to be refused: \(name)"
        }
    }
}
