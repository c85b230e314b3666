package import AppStoreModels
package import HTTPServing

/// An operation of the App Store Server API; the raw values name it in the control interface.
package enum ServerEndpoint: String, CaseIterable, Hashable, Sendable {
    case transactionInfo, transactionHistory, transactionHistoryV1, subscriptionStatuses, refundHistory,
        refundHistoryV1, lookUpOrder, extendRenewalDate, massExtendRenewalDate, massExtensionStatus,
        notificationHistory, requestTestNotification, testNotificationStatus, consumptionV1, consumption,
        setAppAccountToken, appTransactionInfo, finishTransaction

    /// The method.
    package var method: String {
        switch self {
        case .transactionInfo, .transactionHistory, .transactionHistoryV1, .subscriptionStatuses, .refundHistory,
            .refundHistoryV1, .lookUpOrder, .massExtensionStatus, .testNotificationStatus, .appTransactionInfo:
            "GET"
        case .massExtendRenewalDate, .notificationHistory, .requestTestNotification, .finishTransaction: "POST"
        case .extendRenewalDate, .consumptionV1, .consumption, .setAppAccountToken: "PUT"
        }
    }

    /// The path.
    package var path: PathTemplate {
        switch self {
        case .transactionInfo: "/inApps/v1/transactions/{transactionId}"
        case .transactionHistory: "/inApps/v2/history/{anyTransactionId}"
        case .transactionHistoryV1: "/inApps/v1/history/{anyTransactionId}"
        case .subscriptionStatuses: "/inApps/v1/subscriptions/{anyTransactionId}"
        case .refundHistory: "/inApps/v2/refund/lookup/{anyTransactionId}"
        case .refundHistoryV1: "/inApps/v1/refund/lookup/{originalTransactionId}"
        case .lookUpOrder: "/inApps/v1/lookup/{orderId}"
        case .extendRenewalDate: "/inApps/v1/subscriptions/extend/{originalTransactionId}"
        case .massExtendRenewalDate: "/inApps/v1/subscriptions/extend/mass"
        case .massExtensionStatus: "/inApps/v1/subscriptions/extend/mass/{productId}/{requestIdentifier}"
        case .notificationHistory: "/inApps/v1/notifications/history"
        case .requestTestNotification: "/inApps/v1/notifications/test"
        case .testNotificationStatus: "/inApps/v1/notifications/test/{testNotificationToken}"
        case .consumptionV1: "/inApps/v1/transactions/consumption/{transactionId}"
        case .consumption: "/inApps/v2/transactions/consumption/{transactionId}"
        case .setAppAccountToken: "/inApps/v1/transactions/{originalTransactionId}/appAccountToken"
        case .appTransactionInfo: "/inApps/v1/transactions/appTransactions/{anyTransactionId}"
        case .finishTransaction: "/inApps/v1/transactions/{transactionId}/finish"
        }
    }

    /// How many requests a second the App Store answers in Production; the sandbox answers a tenth of it.
    ///
    /// Source: Apple, "Identifying rate limits"; they are enforced by the hour.
    package var requestsPerSecond: Int {
        switch self {
        case .extendRenewalDate, .setAppAccountToken: 20
        case .lookUpOrder, .refundHistory, .refundHistoryV1: 10
        case .massExtendRenewalDate, .massExtensionStatus, .requestTestNotification, .testNotificationStatus: 1
        default: 50
        }
    }

    /// The App Store's limit in an environment: the sandbox has a tenth of Production.
    package func limit(in environment: AppStoreModels.Environment) -> RateLimiter.Limit {
        let hour = requestsPerSecond * 3600
        return RateLimiter.Limit(requests: environment == .production ? hour : hour / 10)
    }

    /// The status of a success.
    package var successStatus: Int { self == .consumption || self == .consumptionV1 ? 202 : 200 }

    /// The errors that Apple documents for it, beside those of every operation.
    package var documentedErrors: [ServerAPIErrorCode] {
        switch self {
        case .transactionInfo: [.invalidTransactionId, .appTransactionIdNotSupported, .transactionIdNotFound]
        case .transactionHistory, .transactionHistoryV1:
            [
                .invalidAppIdentifier, .invalidRequestRevision, .invalidTransactionId, .invalidStartDate,
                .invalidEndDate, .invalidSort, .invalidProductType, .invalidProductId,
                .invalidSubscriptionGroupIdentifier, .invalidExcludeRevoked, .invalidInAppOwnershipType,
                .invalidRevoked, .accountNotFound, .accountNotFoundRetryable, .appNotFound, .appNotFoundRetryable,
                .transactionIdNotFound,
            ]
        case .subscriptionStatuses:
            [
                .invalidAppIdentifier, .invalidTransactionId, .invalidStatus, .accountNotFound,
                .accountNotFoundRetryable, .appNotFound, .appNotFoundRetryable, .transactionIdNotFound,
            ]
        case .refundHistory: [.invalidRequestRevision, .invalidTransactionId, .transactionIdNotFound]
        case .refundHistoryV1: [.invalidOriginalTransactionId, .originalTransactionIdNotFound]
        case .lookUpOrder: [.generalBadRequest]
        case .extendRenewalDate:
            [
                .invalidOriginalTransactionId, .invalidExtendByDays, .invalidExtendReasonCode,
                .invalidRequestIdentifier, .subscriptionExtensionIneligible, .subscriptionMaxExtension,
                .familySharedSubscriptionExtensionIneligible, .originalTransactionIdNotFound,
            ]
        case .massExtendRenewalDate:
            [
                .invalidExtendByDays, .invalidExtendReasonCode, .invalidRequestIdentifier, .invalidProductId,
                .invalidEmptyStorefrontCountryCodeList, .invalidStorefrontCountryCode,
                .subscriptionExtensionIneligible, .subscriptionMaxExtension, .statusRequestNotFound,
            ]
        case .massExtensionStatus: [.invalidRequestIdentifier, .invalidProductId, .statusRequestNotFound]
        case .notificationHistory:
            [
                .invalidTransactionId, .startDateTooFarInPast, .startDateAfterEndDate, .invalidPaginationToken,
                .invalidStartDate, .invalidEndDate, .paginationTokenExpired, .invalidNotificationType,
                .multipleFiltersSupplied, .accountNotFound, .transactionIdNotFound,
            ]
        case .requestTestNotification: [.serverNotificationURLNotFound]
        case .testNotificationStatus: [.invalidTestNotificationToken, .testNotificationNotFound]
        case .consumptionV1:
            ConsumptionRules.documentedErrorsV1 + [.invalidTransactionTypeNotSupported, .transactionIdNotFound]
        case .consumption:
            [
                .invalidTransactionId, .invalidCustomerConsented, .invalidDeliveryStatus,
                .invalidSampleContentProvided, .invalidRefundPreference,
                .consumptionPercentageAutoRenewableSubscription, .transactionIdNotFound,
            ]
        case .setAppAccountToken:
            [
                .invalidAppAccountTokenUUID, .familyTransactionNotSupported, .transactionIdNotOriginalTransactionId,
                .invalidTransactionId, .transactionIdNotFound,
            ]
        case .appTransactionInfo: [.invalidTransactionId, .transactionIdNotFound, .appTransactionDoesNotExist]
        case .finishTransaction: [.invalidTransactionId, .transactionIdNotFound]
        }
    }
}
