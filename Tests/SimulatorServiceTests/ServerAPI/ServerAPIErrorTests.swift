import AppStoreModels
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("Errors of the simulated Server API")
struct ServerAPIErrorTests {
    /// A request that must fail, and Apple's number for it.
    struct Case: Sendable, CustomTestStringConvertible {
        let endpoint: ServerEndpoint
        let code: ServerAPIErrorCode
        var values: [String] = []
        var query: [(String, String)] = []
        var body: JSONValue?

        var testDescription: String { "\(endpoint) \(code.rawValue)" }

        init(
            _ endpoint: ServerEndpoint, _ code: ServerAPIErrorCode, _ values: [String] = [],
            query: [(String, String)] = [], body: JSONValue? = nil
        ) {
            self.endpoint = endpoint
            self.code = code
            self.values = values
            self.query = query
            self.body = body
        }
    }

    /// Ids in cases that are replaced by those of the store under test.
    static let names = ["COINS", "LAMP", "MONTHLY", "RENEWAL", "FAMILY", "DOWNLOAD", "TEST", "EXTENDED", "OLDPAGE"]

    static let good: JSONValue = ["extendByDays": 7, "extendReasonCode": 1, "requestIdentifier": "request"]
    static let window: JSONValue = [
        "startDate": .integer(SampleStore.start - 1), "endDate": .integer(SampleStore.start + 400 * SampleStore.day),
    ]
    /// A window that the sandbox still remembers where the store of these cases has got to.
    static let lateWindow = with(window, [("startDate", .integer(SampleStore.start + 10 * SampleStore.day))])
    static let consumption: JSONValue = [
        "customerConsented": true, "sampleContentProvided": false, "deliveryStatus": "DELIVERED",
        "consumptionPercentage": 50_000, "refundPreference": "GRANT_PRORATED",
    ]
    static let consumptionV1: JSONValue = [
        "customerConsented": true, "consumptionStatus": 1, "platform": 1, "sampleContentProvided": false,
        "deliveryStatus": 0, "appAccountToken": "", "accountTenure": 1, "playTime": 1, "lifetimeDollarsRefunded": 1,
        "lifetimeDollarsPurchased": 1, "userStatus": 1,
    ]

    static func with(_ value: JSONValue, _ changes: [(String, JSONValue?)]) -> JSONValue {
        var value = value
        for (name, member) in changes { value[name] = member }
        return value
    }

    static let histories: [Case] =
        [ServerEndpoint.transactionHistory, .transactionHistoryV1].flatMap { endpoint in
            [
                Case(endpoint, .invalidRequestRevision, ["COINS"], query: [("revision", "1")]),
                Case(endpoint, .invalidTransactionId, ["x"]),
                Case(endpoint, .invalidStartDate, ["COINS"], query: [("startDate", "today")]),
                Case(endpoint, .invalidEndDate, ["COINS"], query: [("endDate", "-1")]),
                Case(endpoint, .invalidSort, ["COINS"], query: [("sort", "UP")]),
                Case(endpoint, .invalidProductType, ["COINS"], query: [("productType", "Consumable")]),
                Case(endpoint, .invalidProductId, ["COINS"], query: [("productId", "")]),
                Case(
                    endpoint, .invalidSubscriptionGroupIdentifier, ["COINS"],
                    query: [("subscriptionGroupIdentifier", "")]),
                Case(endpoint, .invalidInAppOwnershipType, ["COINS"], query: [("inAppOwnershipType", "MINE")]),
                Case(endpoint, .invalidRevoked, ["COINS"], query: [("revoked", "maybe")]),
                Case(endpoint, .transactionIdNotFound, ["1"]),
            ]
        } + [Case(.transactionHistoryV1, .invalidExcludeRevoked, ["COINS"], query: [("excludeRevoked", "2")])]

    static let lookups: [Case] = [
        Case(.transactionInfo, .invalidTransactionId, ["1x"]),
        Case(.transactionInfo, .invalidTransactionId, [String(repeating: "1", count: 65)]),
        Case(.transactionInfo, .appTransactionIdNotSupported, ["DOWNLOAD"]),
        Case(.transactionInfo, .transactionIdNotFound, ["99999999999999999999999"]),
        Case(.subscriptionStatuses, .invalidTransactionId, ["-1"]),
        Case(.subscriptionStatuses, .invalidStatus, ["COINS"], query: [("status", "6")]),
        Case(.subscriptionStatuses, .transactionIdNotFound, ["1"]),
        Case(.refundHistory, .invalidRequestRevision, ["COINS"], query: [("revision", "a_b_c_d")]),
        Case(.refundHistory, .invalidTransactionId, ["x"]),
        Case(.refundHistory, .transactionIdNotFound, ["1"]),
        Case(.refundHistoryV1, .invalidOriginalTransactionId, ["x"]),
        Case(.refundHistoryV1, .originalTransactionIdNotFound, ["1"]),
        Case(.refundHistoryV1, .originalTransactionIdNotFound, ["RENEWAL"]),
        Case(.lookUpOrder, .generalBadRequest, ["M123"]),
        Case(.appTransactionInfo, .invalidTransactionId, ["x"]),
        Case(.appTransactionInfo, .transactionIdNotFound, ["1"]),
        Case(.finishTransaction, .invalidTransactionId, ["x"]),
        Case(.finishTransaction, .transactionIdNotFound, ["1"]),
        Case(
            .setAppAccountToken, .invalidAppAccountTokenUUID, ["MONTHLY"], body: ["appAccountToken": "user-1"]),
        Case(.setAppAccountToken, .familyTransactionNotSupported, ["FAMILY"], body: token),
        Case(.setAppAccountToken, .transactionIdNotOriginalTransactionId, ["RENEWAL"], body: token),
        Case(.setAppAccountToken, .invalidTransactionId, ["x"], body: token),
        Case(.setAppAccountToken, .transactionIdNotFound, ["1"], body: token),
        Case(.setAppAccountToken, .generalBadRequest, ["MONTHLY"], body: []),
    ]

    static let token: JSONValue = ["appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"]

    static let extensions: [Case] =
        [ServerEndpoint.extendRenewalDate, .massExtendRenewalDate].flatMap { endpoint in
            let values = endpoint == .extendRenewalDate ? ["MONTHLY"] : []
            let body = with(good, [("productId", "pro.monthly")])
            return [
                Case(endpoint, .generalBadRequest, values),
                Case(endpoint, .invalidExtendByDays, values, body: with(body, [("extendByDays", 91)])),
                Case(endpoint, .invalidExtendByDays, values, body: with(body, [("extendByDays", nil)])),
                Case(endpoint, .invalidExtendReasonCode, values, body: with(body, [("extendReasonCode", 4)])),
                Case(endpoint, .invalidRequestIdentifier, values, body: with(body, [("requestIdentifier", "")])),
                Case(
                    endpoint, .invalidRequestIdentifier, values,
                    body: with(body, [("requestIdentifier", .string(String(repeating: "r", count: 129)))])),
            ]
        } + [
            Case(.extendRenewalDate, .invalidOriginalTransactionId, ["x"], body: good),
            Case(.extendRenewalDate, .originalTransactionIdNotFound, ["1"], body: good),
            Case(.extendRenewalDate, .originalTransactionIdNotFound, ["RENEWAL"], body: good),
            Case(.extendRenewalDate, .subscriptionExtensionIneligible, ["COINS"], body: good),
            Case(.extendRenewalDate, .familySharedSubscriptionExtensionIneligible, ["FAMILY"], body: good),
            Case(.extendRenewalDate, .subscriptionMaxExtension, ["EXTENDED"], body: good),
            Case(.massExtendRenewalDate, .invalidProductId, body: with(good, [("productId", "coins")])),
            Case(.massExtendRenewalDate, .invalidProductId, body: good),
            Case(
                .massExtendRenewalDate, .invalidEmptyStorefrontCountryCodeList,
                body: with(good, [("productId", "pro.monthly"), ("storefrontCountryCodes", [])])),
            Case(
                .massExtendRenewalDate, .invalidStorefrontCountryCode,
                body: with(good, [("productId", "pro.monthly"), ("storefrontCountryCodes", ["US"])])),
            Case(.massExtensionStatus, .invalidProductId, ["nothing", "r"]),
            Case(.massExtensionStatus, .invalidRequestIdentifier, ["pro.monthly", String(repeating: "r", count: 129)]),
            Case(.massExtensionStatus, .statusRequestNotFound, ["pro.monthly", "r"]),
        ]

    static let notifications: [Case] = [
        Case(.notificationHistory, .generalBadRequest),
        Case(.notificationHistory, .invalidStartDate, body: ["endDate": 5]),
        Case(.notificationHistory, .invalidEndDate, body: with(lateWindow, [("endDate", "now")])),
        Case(.notificationHistory, .startDateAfterEndDate, body: ["startDate": 5, "endDate": 5]),
        Case(.notificationHistory, .startDateTooFarInPast, body: with(lateWindow, [("startDate", 0)])),
        Case(
            .notificationHistory, .invalidNotificationType, body: with(lateWindow, [("notificationType", "SUBSCRIBE")])),
        Case(
            .notificationHistory, .invalidNotificationType, body: with(lateWindow, [("notificationSubtype", "UPGRADE")])
        ),
        Case(
            .notificationHistory, .invalidNotificationType,
            body: with(lateWindow, [("notificationType", "REFUND"), ("notificationSubtype", "UPGRADE")])),
        Case(
            .notificationHistory, .multipleFiltersSupplied,
            body: with(lateWindow, [("notificationType", "REFUND"), ("transactionId", "1")])),
        Case(.notificationHistory, .invalidTransactionId, body: with(lateWindow, [("transactionId", "x")])),
        Case(.notificationHistory, .transactionIdNotFound, body: with(lateWindow, [("transactionId", "1")])),
        Case(.notificationHistory, .invalidPaginationToken, query: [("paginationToken", "20")], body: lateWindow),
        Case(.notificationHistory, .paginationTokenExpired, query: [("paginationToken", "OLDPAGE")], body: lateWindow),
        Case(.requestTestNotification, .serverNotificationURLNotFound),
        Case(.testNotificationStatus, .invalidTestNotificationToken, ["x"]),
        Case(.testNotificationStatus, .testNotificationNotFound, ["7e3fb20b-4cdb-47cc-936d-99d65f608138_1"]),
        Case(.testNotificationStatus, .testNotificationNotFound, ["TEST"]),
    ]

    static let consumptions: [Case] =
        [
            ("customerConsented", .invalidCustomerConsented), ("consumptionStatus", .invalidConsumptionStatus),
            ("platform", .invalidPlatform), ("sampleContentProvided", .invalidSampleContentProvided),
            ("deliveryStatus", .invalidDeliveryStatus), ("appAccountToken", .invalidAppAccountToken),
            ("accountTenure", .invalidAccountTenure), ("playTime", .invalidPlayTime),
            ("lifetimeDollarsRefunded", .invalidLifetimeDollarsRefunded),
            ("lifetimeDollarsPurchased", .invalidLifetimeDollarsPurchased), ("userStatus", .invalidUserStatus),
            ("refundPreference", .invalidRefundPreference),
        ].map { (name: String, code: ServerAPIErrorCode) in
            Case(.consumptionV1, code, ["COINS"], body: with(consumptionV1, [(name, 8)]))
        } + [
            Case(.consumptionV1, .invalidTransactionTypeNotSupported, ["LAMP"], body: consumptionV1),
            Case(.consumptionV1, .transactionIdNotFound, ["1"], body: consumptionV1),
            Case(.consumption, .invalidTransactionId, ["x"], body: consumption),
            Case(.consumption, .transactionIdNotFound, ["1"], body: consumption),
            Case(
                .consumption, .invalidCustomerConsented, ["COINS"],
                body: with(consumption, [("customerConsented", false)])),
            Case(.consumption, .invalidDeliveryStatus, ["COINS"], body: with(consumption, [("deliveryStatus", 0)])),
            Case(
                .consumption, .invalidSampleContentProvided, ["COINS"],
                body: with(consumption, [("sampleContentProvided", nil)])),
            Case(
                .consumption, .invalidRefundPreference, ["COINS"], body: with(consumption, [("refundPreference", 1)])),
            Case(.consumption, .consumptionPercentageAutoRenewableSubscription, ["MONTHLY"], body: consumption),
            Case(
                .consumption, .generalBadRequest, ["COINS"],
                body: with(consumption, [("consumptionPercentage", 100_001)])),
            Case(
                .consumption, .generalBadRequest, ["COINS"],
                body: with(consumption, [("consumptionPercentage", 100_000)])),
            Case(
                .consumption, .generalBadRequest, ["COINS"],
                body: with(consumption, [("deliveryStatus", "UNDELIVERED_OTHER")])),
            Case(
                .consumption, .generalBadRequest, ["COINS"], body: with(consumption, [("consumptionPercentage", nil)])),
        ]

    static let cases = histories + lookups + extensions + notifications + consumptions

    /// What no state of the simulated store leads to: these come only when they are asked for.
    static let onlySimulated: [ServerEndpoint: [ServerAPIErrorCode]] = [
        .transactionHistory: [.invalidExcludeRevoked] + accounts, .transactionHistoryV1: accounts,
        .subscriptionStatuses: accounts,
        .massExtendRenewalDate: [.subscriptionExtensionIneligible, .subscriptionMaxExtension, .statusRequestNotFound],
        .notificationHistory: [.accountNotFound], .appTransactionInfo: [.appTransactionDoesNotExist],
    ]
    private static let accounts: [ServerAPIErrorCode] = [
        .invalidAppIdentifier, .accountNotFound, .accountNotFoundRetryable, .appNotFound, .appNotFoundRetryable,
    ]

    /// A store in which all these cases have something to be about.
    static func prepared() throws -> (sample: SampleStore, ids: [String: String]) {
        let sample = try SampleStore()
        var ids = ["COINS": String(try sample.buy("coins")), "LAMP": String(try sample.buy("lamp"))]
        try sample.session.perform(.joinFamily(customer: "bob", of: "ann"))
        let monthly = try sample.buy("pro.monthly")
        ids["MONTHLY"] = String(monthly)
        let extended = try sample.buy("news", by: "eve")
        ids["EXTENDED"] = String(extended)
        for request in ["one", "two"] {
            try sample.session.perform(
                .extendRenewalDate(.transaction(extended), days: 1, requestIdentifier: request))
        }
        try sample.session.advance(to: SampleStore.start + 35 * SampleStore.day)
        let renewal = try #require(
            sample.session.subscriptions(customer: "ann").first { $0.originalID == monthly }?.transaction.id)
        try #require(renewal != monthly)
        ids["RENEWAL"] = String(renewal)
        let family = try #require(sample.session.subscriptions(customer: "bob").first)
        ids["FAMILY"] = String(family.originalID)
        let download = try decoded(try sample.session.signedAppTransaction(customer: "ann"))["appTransactionId"]
        ids["DOWNLOAD"] = try #require(download?.string)
        let test = try #require(
            sample.session.perform(.requestTestNotification).compactMap(\.notification).first)
        ids["TEST"] = "\(test.id)_\(test.notification.signedDate)"
        for _ in 0..<21 { try sample.buy("coins", by: "max") }
        let page = try sample.ask(.notificationHistory, body: lateWindow)
        let token = try #require(page.json?["paginationToken"]?.string).split(separator: "_")
        ids["OLDPAGE"] = "\(token[0])_\(SampleStore.realTime - SampleStore.day)_\(token[2])"
        return (sample, ids)
    }

    @Test("Each request that is wrong gets Apple's number and status")
    func numbers() throws {
        let (sample, ids) = try Self.prepared()
        for wrong in Self.cases {
            let answer = try sample.ask(
                wrong.endpoint, wrong.values.map { ids[$0] ?? $0 }, query: wrong.query.map { ($0, ids[$1] ?? $1) },
                body: wrong.body)
            #expect(answer.errorCode == wrong.code.rawValue, "\(wrong.testDescription) \(wrong.values)")
            #expect(answer.status == wrong.code.httpStatus)
            #expect(answer.json?["errorMessage"]?.string?.isEmpty == false)
        }
    }

    @Test("Every documented error of every operation is shown, or stated to come only when simulated")
    func completeness() {
        for endpoint in ServerEndpoint.allCases {
            let shown = Set(Self.cases.filter { $0.endpoint == endpoint }.map(\.code))
            let missing = Set(endpoint.documentedErrors).subtracting(shown)
            #expect(missing == Set(Self.onlySimulated[endpoint] ?? []), "\(endpoint)")
            let surprising = shown.subtracting(endpoint.documentedErrors).subtracting([.generalBadRequest])
            #expect(surprising.isEmpty, "\(endpoint)")
        }
    }

    @Test("Any error can be simulated for any operation, a number of times or until it is taken back")
    func simulated() throws {
        let sample = try SampleStore()
        let coins = String(try sample.buy("coins"))
        for code in ServerAPIErrorCode.known {
            sample.store.setError(ServedStore.EndpointError(code: code, times: 2), of: .transactionInfo)
            for _ in 0..<2 {
                let answer = try sample.ask(.transactionInfo, [coins])
                #expect(answer.errorCode == code.rawValue)
                #expect(answer.status == code.httpStatus)
                #expect((answer.fields["Retry-After"] != nil) == (code == .rateLimitExceeded))
            }
            #expect(try sample.ask(.transactionInfo, [coins]).status == 200)
        }
        sample.store.setError(ServedStore.EndpointError(code: .generalInternal), of: .transactionInfo)
        for _ in 0..<5 { #expect(try sample.ask(.transactionInfo, [coins]).status == 500) }
        #expect(try sample.ask(.appTransactionInfo, [coins]).status == 200)
        sample.store.setError(nil, of: .transactionInfo)
        #expect(try sample.ask(.transactionInfo, [coins]).status == 200)
    }
}
