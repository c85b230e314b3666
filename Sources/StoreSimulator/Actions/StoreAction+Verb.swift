extension StoreAction {
    /// The names of the actions, with the members that each may have beside `do`.
    enum Verb: String, CaseIterable {
        case buy, approveAskToBuy, declineAskToBuy, resolveIssue, redeemOffer, restore, purchaseIntent, downloadApp
        case cancel, resume, changePlan, cancelPlanChange, paymentFails, paymentWorks, expire, expireOther
        case forceRenewal, requestPriceIncrease, consentToPriceIncrease, declinePriceIncrease
        case refund, refundProrated, requestRefund, repeatConsumptionRequest, declineRefund, reverseRefund
        case joinFamily, leaveFamily, shareWithFamily, stopSharing
        case extendRenewalDate, massExtend, setAppAccountToken, requestTestNotification
        case withdrawProduct, offerProduct
        case createExternalPurchaseToken, reportExternalPurchase, rescindConsent
        case metadataUpdate, migrate, priceChange
        case setStorefront, setSetting, finishTransaction, deleteTransaction, clearTransactions

        static let target = ["transaction", "customer", "product", "periodsBack"]

        var members: [String] {
            switch self {
            case .buy:
                [
                    "customer", "product", "quantity", "appAccountToken", "offer", "purchaseDate", "renewalBehavior",
                    "simulatesAskToBuy", "storefront",
                ]
            case .redeemOffer, .purchaseIntent: ["customer", "product", "offer"]
            case .downloadApp: ["customer", "version", "platform"]
            case .changePlan: Verb.target + ["to"]
            case .paymentFails, .paymentWorks, .leaveFamily, .shareWithFamily, .stopSharing, .rescindConsent:
                ["customer"]
            case .requestPriceIncrease: Verb.target + ["price", "needsConsent"]
            case .refund: Verb.target + ["reason", "percentage"]
            case .refundProrated: Verb.target + ["reason"]
            case .requestRefund: Verb.target + ["reason", "inApp"]
            case .joinFamily: ["customer", "of"]
            case .extendRenewalDate: Verb.target + ["days", "requestIdentifier"]
            case .massExtend: ["product", "days", "requestIdentifier", "storefronts"]
            case .setAppAccountToken: Verb.target + ["appAccountToken"]
            case .requestTestNotification, .clearTransactions: []
            case .withdrawProduct, .offerProduct: ["product"]
            case .createExternalPurchaseToken: ["type", "expirationDate"]
            case .reportExternalPurchase: ["id"]
            case .metadataUpdate: Verb.target + ["displayName", "description"]
            case .priceChange: Verb.target + ["price"]
            case .setStorefront: ["customer", "storefront"]
            case .setSetting: ["name", "value"]
            case .finishTransaction, .deleteTransaction: ["transaction"]
            case .approveAskToBuy, .declineAskToBuy, .resolveIssue, .restore, .cancel, .resume, .cancelPlanChange,
                .expire, .expireOther, .forceRenewal, .consentToPriceIncrease, .declinePriceIncrease,
                .repeatConsumptionRequest, .declineRefund, .reverseRefund, .migrate:
                Verb.target
            }
        }
    }
}

extension StoreAction {
    /// The name of the action.
    var verb: Verb {
        switch self {
        case .buy: .buy
        case .approveAskToBuy: .approveAskToBuy
        case .declineAskToBuy: .declineAskToBuy
        case .resolveIssue: .resolveIssue
        case .redeemOffer: .redeemOffer
        case .restore: .restore
        case .purchaseIntent: .purchaseIntent
        case .downloadApp: .downloadApp
        case .cancel: .cancel
        case .resume: .resume
        case .changePlan: .changePlan
        case .cancelPlanChange: .cancelPlanChange
        case .paymentFails: .paymentFails
        case .paymentWorks: .paymentWorks
        case .expire: .expire
        case .expireOther: .expireOther
        case .forceRenewal: .forceRenewal
        case .requestPriceIncrease: .requestPriceIncrease
        case .consentToPriceIncrease: .consentToPriceIncrease
        case .declinePriceIncrease: .declinePriceIncrease
        case .refund: .refund
        case .refundProrated: .refundProrated
        case .requestRefund: .requestRefund
        case .repeatConsumptionRequest: .repeatConsumptionRequest
        case .declineRefund: .declineRefund
        case .reverseRefund: .reverseRefund
        case .joinFamily: .joinFamily
        case .leaveFamily: .leaveFamily
        case .shareWithFamily: .shareWithFamily
        case .stopSharing: .stopSharing
        case .extendRenewalDate: .extendRenewalDate
        case .massExtend: .massExtend
        case .setAppAccountToken: .setAppAccountToken
        case .requestTestNotification: .requestTestNotification
        case .withdrawProduct: .withdrawProduct
        case .offerProduct: .offerProduct
        case .createExternalPurchaseToken: .createExternalPurchaseToken
        case .reportExternalPurchase: .reportExternalPurchase
        case .rescindConsent: .rescindConsent
        case .metadataUpdate: .metadataUpdate
        case .migrate: .migrate
        case .priceChange: .priceChange
        case .setStorefront: .setStorefront
        case .setSetting: .setSetting
        case .finishTransaction: .finishTransaction
        case .deleteTransaction: .deleteTransaction
        case .clearTransactions: .clearTransactions
        }
    }
}
