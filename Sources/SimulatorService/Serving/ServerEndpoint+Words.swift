internal import StrictJSON

extension ServerEndpoint {
    /// An object whose members are of these types: `string`, `integer`, `boolean`, `array`.
    static func object(_ members: [(String, String)]) -> JSONValue {
        var properties: JSONValue = .object([])
        for (name, type) in members { properties[name] = ["type": .string(type)] }
        return ["type": "object", "properties": properties]
    }

    private static let revision = Route.Parameter("revision", "How far was read; from the answer before.")

    private static func filters(isVersion1: Bool) -> [Route.Parameter] {
        let list: JSONValue = ["type": "array", "items": ["type": "string"]]
        let boolean: JSONValue = ["type": "boolean"]
        let date: JSONValue = ["type": "integer", "format": "int64"]
        return [
            revision, Route.Parameter("startDate", "The first date of purchase, in milliseconds.", date),
            Route.Parameter("endDate", "The end of the dates of purchase, not included.", date),
            Route.Parameter("productId", "Products; may be repeated.", list),
            Route.Parameter(
                "productType", "AUTO_RENEWABLE, NON_RENEWABLE, CONSUMABLE, NON_CONSUMABLE; may be repeated.", list),
            Route.Parameter("inAppOwnershipType", "PURCHASED or FAMILY_SHARED."),
            Route.Parameter("sort", "ASCENDING or DESCENDING, by the last change."),
            Route.Parameter("revoked", "Only what was refunded or taken away, or only what was not.", boolean),
            Route.Parameter("subscriptionGroupIdentifier", "Groups; may be repeated.", list),
        ] + (isVersion1 ? [Route.Parameter("excludeRevoked", "Deprecated.", boolean)] : [])
    }

    private static let history = [
        ("revision", "string"), ("hasMore", "boolean"), ("bundleId", "string"), ("appAppleId", "integer"),
        ("environment", "string"), ("signedTransactions", "array"),
    ]
    private static let notification = [("signedPayload", "string"), ("sendAttempts", "array")]

    /// How the description words an operation: what it does, its query, its body, and the members of a success.
    var words: (summary: String, query: [Route.Parameter], body: JSONValue?, success: [(String, String)]?) {
        switch self {
        case .transactionInfo: ("Get Transaction Info", [], nil, [("signedTransactionInfo", "string")])
        case .transactionHistory:
            ("Get Transaction History", Self.filters(isVersion1: false), nil, Self.history)
        case .transactionHistoryV1:
            ("Get Transaction History V1", Self.filters(isVersion1: true), nil, Self.history)
        case .subscriptionStatuses:
            (
                "Get All Subscription Statuses",
                [
                    Route.Parameter(
                        "status", "1 to 5; may be repeated.", ["type": "array", "items": ["type": "integer"]])
                ],
                nil,
                [("environment", "string"), ("bundleId", "string"), ("appAppleId", "integer"), ("data", "array")]
            )
        case .refundHistory:
            (
                "Get Refund History", [Self.revision], nil,
                [("signedTransactions", "array"), ("revision", "string"), ("hasMore", "boolean")]
            )
        case .refundHistoryV1: ("Get Refund History V1", [], nil, [("signedTransactions", "array")])
        case .lookUpOrder:
            ("Look Up Order ID", [], nil, [("status", "integer"), ("signedTransactions", "array")])
        default: rarerWords
        }
    }

    private var rarerWords: (String, [Route.Parameter], JSONValue?, [(String, String)]?) {
        let wish = [("extendByDays", "integer"), ("extendReasonCode", "integer"), ("requestIdentifier", "string")]
        switch self {
        case .extendRenewalDate:
            return (
                "Extend a Subscription Renewal Date", [], Self.object(wish),
                [
                    ("originalTransactionId", "string"), ("webOrderLineItemId", "string"), ("success", "boolean"),
                    ("effectiveDate", "integer"),
                ]
            )
        case .massExtendRenewalDate:
            return (
                "Extend Subscription Renewal Dates for All Active Subscribers", [],
                Self.object(wish + [("productId", "string"), ("storefrontCountryCodes", "array")]),
                [("requestIdentifier", "string")]
            )
        case .massExtensionStatus:
            return (
                "Get Status of Subscription Renewal Date Extensions", [], nil,
                [
                    ("requestIdentifier", "string"), ("complete", "boolean"), ("completeDate", "integer"),
                    ("succeededCount", "integer"), ("failedCount", "integer"),
                ]
            )
        case .notificationHistory:
            return (
                "Get Notification History", [Route.Parameter("paginationToken", "From the page before.")],
                Self.object([
                    ("startDate", "integer"), ("endDate", "integer"), ("notificationType", "string"),
                    ("notificationSubtype", "string"), ("transactionId", "string"), ("onlyFailures", "boolean"),
                ]), [("notificationHistory", "array"), ("hasMore", "boolean"), ("paginationToken", "string")]
            )
        case .requestTestNotification:
            return ("Request a Test Notification", [], nil, [("testNotificationToken", "string")])
        case .testNotificationStatus: return ("Get Test Notification Status", [], nil, Self.notification)
        case .consumptionV1: return ("Send Consumption Information V1", [], ["type": "object"], nil)
        case .consumption: return ("Send Consumption Information", [], ["type": "object"], nil)
        case .setAppAccountToken:
            return ("Set App Account Token", [], Self.object([("appAccountToken", "string")]), nil)
        case .appTransactionInfo: return ("Get App Transaction Info", [], nil, [("signedAppTransactionInfo", "string")])
        default: return ("Finish Transaction", [], nil, nil)
        }
    }
}
