public import AppStoreModels

extension ServerAPIErrorCode {
    /// What to do about the error; `nil` where its name says all there is to say.
    public var advice: String? {
        switch self {
        case .transactionIdNotFound, .originalTransactionIdNotFound:
            "ask the other environment: ids of the sandbox are unknown in Production, and the other way round"
        case .invalidTransactionId, .invalidOriginalTransactionId:
            "give the id as StoreKit or a notification names it: digits, without anything around them"
        case .appTransactionIdNotSupported: "give a transaction id: this operation takes no appTransactionId"
        case .transactionIdNotOriginalTransactionId: "give the originalTransactionId of the line"
        case .invalidRequestRevision: "begin without a revision, or send the same query that it was answered to"
        case .paginationTokenExpired, .invalidPaginationToken:
            "begin again without a paginationToken; they are bound to their request and do not live long"
        case .startDateTooFarInPast: "ask for the last 180 days in Production, in the sandbox for the last 30"
        case .serverNotificationURLNotFound:
            "enter the URL of your server for this environment in App Store Connect, under App Information"
        case .testNotificationNotFound: "ask again in a few seconds; after a while a token is forgotten"
        case .invalidAppIdentifier, .appNotFound: "look at the bundle id: the key must belong to the app's team"
        case .familyTransactionNotSupported, .familySharedSubscriptionExtensionIneligible:
            "ask about the member of the family who bought it"
        case .subscriptionMaxExtension: "a subscription can be extended twice a year by all means together"
        case .subscriptionExtensionIneligible: "only active subscriptions, past free offers, can be extended"
        case .invalidCustomerConsented: "send nothing unless the customer consented"
        case .invalidTransactionTypeNotSupported: "look at the kind of product: the operation does not take it"
        case .rateLimitExceeded: "wait until the time that was answered; limits are counted by the hour"
        case .generalInternal, .generalInternalRetryable, .accountNotFoundRetryable, .appNotFoundRetryable,
            .originalTransactionIdNotFoundRetryable:
            "try again later"
        case .appTransactionDoesNotExist: "the customer has not downloaded the app with this account"
        case .forbiddenNoPassingTest: "let a performance test pass first: initiatePerformanceTest"
        case .imageNotApproved, .messageNotApproved: "wait for the review in App Store Connect"
        case .imageInUse: "delete the messages that show the image first"
        default: nil
        }
    }
}
