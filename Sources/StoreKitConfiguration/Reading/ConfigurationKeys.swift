/// The keys of each object of a file that are understood; any other is kept, not used, and noted.
enum ConfigurationKeys {
    static let file = [
        "identifier", "version", "products", "nonRenewingSubscriptions", "subscriptionGroups", "settings",
        "appPolicies",
        "subscriptionOffersKeyPair",
    ]
    static let version = ["major", "minor"]
    static let settings = [
        "_failTransactionsEnabled", "_locale", "_storefront", "_timeRate", "_storeKitErrors", "_askToBuyEnabled",
        "_billingIssuesEnabled", "_renewalBillingIssuesEnabled", "_billingGracePeriodEnabled", "_disableDialogs",
        "_applicationInternalID", "_developerTeamID", "_lastSynchronizedDate",
    ]
    static let storeKitError = ["current", "enabled", "name"]
    static let localization = ["locale", "displayName", "description"]
    static let product = [
        "type", "productID", "referenceName", "internalID", "displayPrice", "familyShareable", "localizations",
    ]
    static let subscription =
        product + [
            "recurringSubscriptionPeriod", "groupNumber", "subscriptionGroupID", "introductoryOffer",
            "introductoryOffers", "adHocOffers", "codeOffers", "winbackOffers", "billingPlans",
        ]
    static let group = ["id", "name", "localizations", "subscriptions"]
    static let offer = [
        "internalID", "offerID", "referenceName", "paymentMode", "subscriptionPeriod", "displayPrice",
        "numberOfPeriods", "billingPlanType",
    ]
    static let codeOffer = offer + ["eligibility", "isStackable"]
    static let billingPlan = ["internalID", "billingPlanType", "displayPrice", "commitmentDisplayPrice", "isEnabled"]
    static let policies = ["eula", "policies"]
    static let policy = ["locale", "policyText", "policyURL"]
    static let offersKey = ["id", "privateKey"]

    /// What a synchronized file has in its settings and a local one has not.
    static let synchronization = ["_applicationInternalID", "_developerTeamID", "_lastSynchronizedDate"]
}
