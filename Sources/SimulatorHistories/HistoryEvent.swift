/// A kind of thing that happens in random histories, and how often it is tried.
enum HistoryEvent: CaseIterable {
    case buy, redeemOffer, cancel, resume, changePlan, cancelPlanChange
    case paymentFails, paymentWorks, resolveIssue, expire, expireOther, forceRenewal
    case priceIncrease, priceAnswer
    case refund, refundProrated, requestRefund, refundAnswer, reverseRefund
    case joinFamily, leaveFamily, sharing
    case extendRenewalDate, massExtend, setAppAccountToken, test, availability
    case externalPurchase, rescindConsent, metadataUpdate, migrate, priceChange, storefront

    /// How often, beside the others.
    var weight: Int {
        switch self {
        case .buy: 14
        case .cancel, .changePlan, .paymentFails, .paymentWorks, .refund, .reverseRefund: 4
        case .resume, .requestRefund, .refundAnswer, .joinFamily: 3
        case .redeemOffer, .cancelPlanChange, .resolveIssue, .expire, .forceRenewal, .priceIncrease, .priceAnswer,
            .refundProrated, .leaveFamily, .sharing, .extendRenewalDate, .massExtend,
            .migrate:
            2
        case .expireOther, .setAppAccountToken, .test, .availability, .externalPurchase,
            .rescindConsent, .metadataUpdate, .priceChange, .storefront:
            1
        }
    }

    /// Whether it takes more than one customer.
    var needsFamily: Bool { self == .joinFamily || self == .leaveFamily || self == .sharing }
}
