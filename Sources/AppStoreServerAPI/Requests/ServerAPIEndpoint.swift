/// An operation of the App Store Server API; the raw values are Apple's names in lower camel case.
@nonexhaustive public enum ServerAPIEndpoint: String, CaseIterable, Hashable, Sendable {
    case getTransactionInfo, getTransactionHistory, getTransactionHistoryV1, getAllSubscriptionStatuses,
        getRefundHistory, getRefundHistoryV1, lookUpOrderId, extendSubscriptionRenewalDate,
        extendRenewalDatesForAllActiveSubscribers, getStatusOfSubscriptionRenewalDateExtensions,
        getNotificationHistory, requestTestNotification, getTestNotificationStatus, sendConsumptionInformation,
        sendConsumptionInformationV1, setAppAccountToken, getAppTransactionInfo, finishTransaction,
        getCustomerGroups, uploadImage, deleteImage, getImageList, uploadMessage, deleteMessage, getMessageList,
        configureDefaultMessage, deleteDefaultMessage, getDefaultMessage, configureRealtimeURL, deleteRealtimeURL,
        getRealtimeURL, initiatePerformanceTest, getPerformanceTestResults, cancelSubscription,
        changeSubscriptionMetadata, changeSubscriptionPrice, migrateSubscription, revokeSubscription, requestRefund,
        sendExternalPurchaseReport, getExternalPurchaseReport
}

extension ServerAPIEndpoint {
    /// How many requests a second the App Store takes in Production for each app; the sandbox takes a tenth.
    ///
    /// Source: Apple, "Identifying rate limits"; they are enforced by the hour. Operations that it does not name get the
    /// limit of ten, which is the more careful guess.
    public var requestsPerSecond: Int {
        switch self {
        case .getTransactionInfo, .getTransactionHistory, .getTransactionHistoryV1, .getAllSubscriptionStatuses,
            .getNotificationHistory, .sendConsumptionInformation, .sendConsumptionInformationV1,
            .getAppTransactionInfo, .finishTransaction, .changeSubscriptionMetadata, .changeSubscriptionPrice,
            .migrateSubscription:
            50
        case .extendSubscriptionRenewalDate, .setAppAccountToken: 20
        case .cancelSubscription, .requestRefund, .revokeSubscription: 5
        case .extendRenewalDatesForAllActiveSubscribers, .getStatusOfSubscriptionRenewalDateExtensions,
            .requestTestNotification, .getTestNotificationStatus:
            1
        default: 10
        }
    }

    /// Whether it changes something at the App Store, or tells it something that cannot be taken back.
    public var isWrite: Bool {
        switch self {
        case .extendSubscriptionRenewalDate, .extendRenewalDatesForAllActiveSubscribers, .sendConsumptionInformation,
            .sendConsumptionInformationV1, .setAppAccountToken, .finishTransaction, .uploadImage, .deleteImage,
            .uploadMessage, .deleteMessage, .configureDefaultMessage, .deleteDefaultMessage, .configureRealtimeURL,
            .deleteRealtimeURL, .initiatePerformanceTest, .cancelSubscription, .changeSubscriptionMetadata,
            .changeSubscriptionPrice, .migrateSubscription, .revokeSubscription, .requestRefund,
            .sendExternalPurchaseReport:
            true
        default: false
        }
    }

    /// Whether a request may be sent again when nobody knows if it was carried out.
    ///
    /// A second extension would count as one more; for the others here nothing is documented, so they are not risked.
    public var isRepeatable: Bool {
        switch self {
        case .extendSubscriptionRenewalDate, .initiatePerformanceTest, .cancelSubscription,
            .changeSubscriptionMetadata, .changeSubscriptionPrice, .migrateSubscription, .revokeSubscription,
            .requestRefund, .sendExternalPurchaseReport:
            false
        default: true
        }
    }
}
