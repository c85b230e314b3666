/// An error of the App Store Server API: Apple's number, which clients branch on; unknown ones are kept.
///
/// Names are those of Apple's documentation without the ending `Error`, and of Apple's libraries where the documentation
/// gives none.
public struct ServerAPIErrorCode: OpenEnumeration {
    /// The number as it came.
    public let rawValue: Int

    /// Wraps any number, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The HTTP status that goes with it: the number's first three digits.
    public var httpStatus: Int { rawValue / 10_000 }

    /// Whether the same request may succeed later without a change.
    public var isRetryable: Bool {
        switch self {
        case .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIdNotFoundRetryable,
            .rateLimitExceeded, .generalInternal, .generalInternalRetryable:
            true
        default: false
        }
    }
}

extension ServerAPIErrorCode {
    /// Bad request.
    public static let generalBadRequest = Self(rawValue: 4_000_000)
    /// Bad app identifier.
    public static let invalidAppIdentifier = Self(rawValue: 4_000_002)
    /// Bad limit.
    public static let invalidLimit = Self(rawValue: 4_000_004)
    /// Bad revision token.
    public static let invalidRequestRevision = Self(rawValue: 4_000_005)
    /// Bad transaction id.
    public static let invalidTransactionId = Self(rawValue: 4_000_006)
    /// Bad original transaction id.
    public static let invalidOriginalTransactionId = Self(rawValue: 4_000_008)
    /// The number of days is not from 1 to 90.
    public static let invalidExtendByDays = Self(rawValue: 4_000_009)
    /// Bad extend reason code.
    public static let invalidExtendReasonCode = Self(rawValue: 4_000_010)
    /// Bad request identifier (length > 128 or empty).
    public static let invalidRequestIdentifier = Self(rawValue: 4_000_011)
    /// The start date is older than allowed.
    public static let startDateTooFarInPast = Self(rawValue: 4_000_012)
    /// The end date is not after the start date.
    public static let startDateAfterEndDate = Self(rawValue: 4_000_013)
    /// Bad pagination token.
    public static let invalidPaginationToken = Self(rawValue: 4_000_014)
    /// The start date is not a number of milliseconds.
    public static let invalidStartDate = Self(rawValue: 4_000_015)
    /// The end date is not a number of milliseconds.
    public static let invalidEndDate = Self(rawValue: 4_000_016)
    /// Pagination token expired.
    public static let paginationTokenExpired = Self(rawValue: 4_000_017)
    /// Bad notification type/subtype or bad combination.
    public static let invalidNotificationType = Self(rawValue: 4_000_018)
    /// Both transactionId and notificationType supplied.
    public static let multipleFiltersSupplied = Self(rawValue: 4_000_019)
    /// Bad test token.
    public static let invalidTestNotificationToken = Self(rawValue: 4_000_020)
    /// Bad sort.
    public static let invalidSort = Self(rawValue: 4_000_021)
    /// Bad product type filter.
    public static let invalidProductType = Self(rawValue: 4_000_022)
    /// Bad product id.
    public static let invalidProductId = Self(rawValue: 4_000_023)
    /// Bad group id.
    public static let invalidSubscriptionGroupIdentifier = Self(rawValue: 4_000_024)
    /// Bad excludeRevoked (deprecated parameter).
    public static let invalidExcludeRevoked = Self(rawValue: 4_000_025)
    /// Bad ownership filter.
    public static let invalidInAppOwnershipType = Self(rawValue: 4_000_026)
    /// Empty storefront list.
    public static let invalidEmptyStorefrontCountryCodeList = Self(rawValue: 4_000_027)
    /// Bad storefront code.
    public static let invalidStorefrontCountryCode = Self(rawValue: 4_000_028)
    /// Bad revoked filter.
    public static let invalidRevoked = Self(rawValue: 4_000_030)
    /// Bad status filter.
    public static let invalidStatus = Self(rawValue: 4_000_031)
    /// Bad accountTenure.
    public static let invalidAccountTenure = Self(rawValue: 4_000_032)
    /// Bad appAccountToken (UUID or empty string).
    public static let invalidAppAccountToken = Self(rawValue: 4_000_033)
    /// Bad consumptionStatus.
    public static let invalidConsumptionStatus = Self(rawValue: 4_000_034)
    /// CustomerConsented missing or not true.
    public static let invalidCustomerConsented = Self(rawValue: 4_000_035)
    /// Bad deliveryStatus.
    public static let invalidDeliveryStatus = Self(rawValue: 4_000_036)
    /// Bad lifetimeDollarsPurchased.
    public static let invalidLifetimeDollarsPurchased = Self(rawValue: 4_000_037)
    /// Bad lifetimeDollarsRefunded.
    public static let invalidLifetimeDollarsRefunded = Self(rawValue: 4_000_038)
    /// Bad platform.
    public static let invalidPlatform = Self(rawValue: 4_000_039)
    /// Bad playTime.
    public static let invalidPlayTime = Self(rawValue: 4_000_040)
    /// Bad sampleContentProvided.
    public static let invalidSampleContentProvided = Self(rawValue: 4_000_041)
    /// Bad userStatus.
    public static let invalidUserStatus = Self(rawValue: 4_000_042)
    /// Not a consumable.
    public static let invalidTransactionNotConsumable = Self(rawValue: 4_000_043)
    /// Bad refundPreference.
    public static let invalidRefundPreference = Self(rawValue: 4_000_044)
    /// Product type not supported by the endpoint.
    public static let invalidTransactionTypeNotSupported = Self(rawValue: 4_000_047)
    /// An appTransactionId was given where unsupported.
    public static let appTransactionIdNotSupported = Self(rawValue: 4_000_048)
    /// Bad image.
    public static let invalidImage = Self(rawValue: 4_000_161)
    /// Header too long.
    public static let headerTooLong = Self(rawValue: 4_000_162)
    /// Body too long.
    public static let bodyTooLong = Self(rawValue: 4_000_163)
    /// Bad locale.
    public static let invalidLocale = Self(rawValue: 4_000_164)
    /// Alt text too long.
    public static let altTextTooLong = Self(rawValue: 4_000_175)
    /// The app account token is not a UUID.
    public static let invalidAppAccountTokenUUID = Self(rawValue: 4_000_183)
    /// Family transaction not supported.
    public static let familyTransactionNotSupported = Self(rawValue: 4_000_185)
    /// Not an original transaction id.
    public static let transactionIdNotOriginalTransactionId = Self(rawValue: 4_000_187)
    /// A consumption percentage was given for an auto-renewable subscription.
    public static let consumptionPercentageAutoRenewableSubscription = Self(rawValue: 4_000_209)
    /// Bad performance test request.
    public static let invalidPerformanceTestRequest = Self(rawValue: 4_000_211)
    /// Bad request id.
    public static let invalidRequestId = Self(rawValue: 4_000_212)
    /// Test already running.
    public static let existingPerformanceTestRun = Self(rawValue: 4_000_213)
    /// Bad realtime URL.
    public static let badRequestRealtimeUrl = Self(rawValue: 4_000_215)
    /// Bad image size.
    public static let badRequestImageSize = Self(rawValue: 4_000_216)
    /// Too many bullet points.
    public static let badRequestTooManyBulletPoints = Self(rawValue: 4_000_218)
    /// Bullet text too long.
    public static let badRequestBulletPointTextTooLong = Self(rawValue: 4_000_219)
    /// Header above image but no image.
    public static let badRequestAboveImageRequiresAnImage = Self(rawValue: 4_000_224)
    /// An assigned transaction is not supported by the endpoint.
    public static let invalidAssignedTransactionNotSupported = Self(rawValue: 4_000_227)
    /// State not eligible for extension.
    public static let subscriptionExtensionIneligible = Self(rawValue: 4_030_004)
    /// Maximum extensions reached.
    public static let subscriptionMaxExtension = Self(rawValue: 4_030_005)
    /// Family subscription cannot be extended directly.
    public static let familySharedSubscriptionExtensionIneligible = Self(rawValue: 4_030_007)
    /// Image limit reached.
    public static let maximumNumberOfImagesReached = Self(rawValue: 4_030_014)
    /// Message limit reached.
    public static let maximumNumberOfMessagesReached = Self(rawValue: 4_030_016)
    /// Message not approved.
    public static let messageNotApproved = Self(rawValue: 4_030_017)
    /// Image not approved.
    public static let imageNotApproved = Self(rawValue: 4_030_018)
    /// Image in use.
    public static let imageInUse = Self(rawValue: 4_030_019)
    /// No passing performance test.
    public static let forbiddenNoPassingTest = Self(rawValue: 4_030_026)
    /// An assigned subscription cannot be extended.
    public static let assignedSubscriptionExtensionIneligible = Self(rawValue: 4_030_028)
    /// Account not found.
    public static let accountNotFound = Self(rawValue: 4_040_001)
    /// Account not found, try again.
    public static let accountNotFoundRetryable = Self(rawValue: 4_040_002)
    /// App not found.
    public static let appNotFound = Self(rawValue: 4_040_003)
    /// App not found, try again.
    public static let appNotFoundRetryable = Self(rawValue: 4_040_004)
    /// Original transaction id not found.
    public static let originalTransactionIdNotFound = Self(rawValue: 4_040_005)
    /// Original transaction id not found, try again.
    public static let originalTransactionIdNotFoundRetryable = Self(rawValue: 4_040_006)
    /// No notification URL configured for this environment.
    public static let serverNotificationURLNotFound = Self(rawValue: 4_040_007)
    /// Test token expired or result not yet available.
    public static let testNotificationNotFound = Self(rawValue: 4_040_008)
    /// No such mass extension request.
    public static let statusRequestNotFound = Self(rawValue: 4_040_009)
    /// Transaction id not found.
    public static let transactionIdNotFound = Self(rawValue: 4_040_010)
    /// Image not found.
    public static let imageNotFound = Self(rawValue: 4_040_014)
    /// Message not found.
    public static let messageNotFound = Self(rawValue: 4_040_015)
    /// Test run not found.
    public static let performanceTestRunNotFound = Self(rawValue: 4_040_018)
    /// Customer has no app transaction.
    public static let appTransactionDoesNotExist = Self(rawValue: 4_040_019)
    /// No default message.
    public static let defaultMessageNotFound = Self(rawValue: 4_040_020)
    /// No realtime URL.
    public static let realtimeUrlNotFound = Self(rawValue: 4_040_021)
    /// Group not found.
    public static let groupNotFound = Self(rawValue: 4_040_022)
    /// Image already exists.
    public static let imageAlreadyExists = Self(rawValue: 4_090_000)
    /// Message already exists.
    public static let messageAlreadyExists = Self(rawValue: 4_090_001)
    /// Rate limit.
    public static let rateLimitExceeded = Self(rawValue: 4_290_000)
    /// Internal error.
    public static let generalInternal = Self(rawValue: 5_000_000)
    /// Internal error, try again.
    public static let generalInternalRetryable = Self(rawValue: 5_000_001)

    /// The numbers known today.
    public static let known: [Self] = [
        .generalBadRequest, .invalidAppIdentifier, .invalidRequestRevision,
        .invalidTransactionId, .invalidOriginalTransactionId, .invalidExtendByDays,
        .invalidExtendReasonCode, .invalidRequestIdentifier, .startDateTooFarInPast,
        .startDateAfterEndDate, .invalidPaginationToken, .invalidStartDate,
        .invalidEndDate, .paginationTokenExpired, .invalidNotificationType,
        .multipleFiltersSupplied, .invalidTestNotificationToken, .invalidSort,
        .invalidProductType, .invalidProductId, .invalidSubscriptionGroupIdentifier,
        .invalidExcludeRevoked, .invalidInAppOwnershipType, .invalidEmptyStorefrontCountryCodeList,
        .invalidStorefrontCountryCode, .invalidRevoked, .invalidStatus,
        .invalidAccountTenure, .invalidAppAccountToken, .invalidConsumptionStatus,
        .invalidCustomerConsented, .invalidDeliveryStatus, .invalidLifetimeDollarsPurchased,
        .invalidLifetimeDollarsRefunded, .invalidPlatform, .invalidPlayTime,
        .invalidSampleContentProvided, .invalidUserStatus, .invalidTransactionNotConsumable,
        .invalidRefundPreference, .invalidTransactionTypeNotSupported, .appTransactionIdNotSupported,
        .invalidImage, .headerTooLong, .bodyTooLong,
        .invalidLocale, .altTextTooLong, .invalidAppAccountTokenUUID,
        .familyTransactionNotSupported, .transactionIdNotOriginalTransactionId,
        .consumptionPercentageAutoRenewableSubscription, .invalidPerformanceTestRequest,
        .invalidRequestId, .existingPerformanceTestRun, .badRequestRealtimeUrl,
        .badRequestImageSize, .badRequestTooManyBulletPoints, .badRequestBulletPointTextTooLong,
        .badRequestAboveImageRequiresAnImage, .subscriptionExtensionIneligible, .subscriptionMaxExtension,
        .familySharedSubscriptionExtensionIneligible, .maximumNumberOfImagesReached, .maximumNumberOfMessagesReached,
        .messageNotApproved, .imageNotApproved, .imageInUse,
        .forbiddenNoPassingTest, .accountNotFound, .accountNotFoundRetryable,
        .appNotFound, .appNotFoundRetryable, .originalTransactionIdNotFound,
        .originalTransactionIdNotFoundRetryable, .serverNotificationURLNotFound, .testNotificationNotFound,
        .statusRequestNotFound, .transactionIdNotFound, .imageNotFound,
        .messageNotFound, .performanceTestRunNotFound, .appTransactionDoesNotExist,
        .defaultMessageNotFound, .realtimeUrlNotFound, .imageAlreadyExists,
        .messageAlreadyExists, .rateLimitExceeded, .generalInternal,
        .generalInternalRetryable, .invalidLimit, .invalidAssignedTransactionNotSupported,
        .assignedSubscriptionExtensionIneligible, .groupNotFound,
    ]
}
