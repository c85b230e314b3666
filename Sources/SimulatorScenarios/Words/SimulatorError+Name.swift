package import StoreSimulator

extension SimulatorError {
    /// The names of all reasons, as scenarios write them.
    package static let names = [
        "noTransactionFound", "noSubscriptionFound", "invalidProductIdentifier", "invalidProductType",
        "invalidAction", "invalidQuantity", "productUnavailable", "purchaseNotAllowed", "ineligibleForOffer",
        "invalidOfferIdentifier", "invalidCustomer", "invalidAppAccountToken", "notAvailableInStorefront",
        "invalidPrice", "invalidPercentage", "futurePurchaseDate", "timeRunsBackwards", "dateOutOfRange",
        "tooManyEvents", "invalidExtendByDays", "invalidRequestIdentifier", "subscriptionExtensionIneligible",
        "subscriptionMaxExtension", "familySharedSubscriptionExtensionIneligible", "familyTransactionNotSupported",
    ]

    /// The name of the reason.
    package var name: String {
        switch self {
        case .noTransactionFound: "noTransactionFound"
        case .noSubscriptionFound: "noSubscriptionFound"
        case .invalidProductIdentifier: "invalidProductIdentifier"
        case .invalidProductType: "invalidProductType"
        case .invalidAction: "invalidAction"
        case .invalidQuantity: "invalidQuantity"
        case .productUnavailable: "productUnavailable"
        case .purchaseNotAllowed: "purchaseNotAllowed"
        case .ineligibleForOffer: "ineligibleForOffer"
        case .invalidOfferIdentifier: "invalidOfferIdentifier"
        case .invalidCustomer: "invalidCustomer"
        case .invalidAppAccountToken: "invalidAppAccountToken"
        case .notAvailableInStorefront: "notAvailableInStorefront"
        case .invalidPrice: "invalidPrice"
        case .invalidPercentage: "invalidPercentage"
        case .futurePurchaseDate: "futurePurchaseDate"
        case .timeRunsBackwards: "timeRunsBackwards"
        case .dateOutOfRange: "dateOutOfRange"
        case .tooManyEvents: "tooManyEvents"
        case .invalidExtendByDays: "invalidExtendByDays"
        case .invalidRequestIdentifier: "invalidRequestIdentifier"
        case .subscriptionExtensionIneligible: "subscriptionExtensionIneligible"
        case .subscriptionMaxExtension: "subscriptionMaxExtension"
        case .familySharedSubscriptionExtensionIneligible: "familySharedSubscriptionExtensionIneligible"
        case .familyTransactionNotSupported: "familyTransactionNotSupported"
        }
    }
}
