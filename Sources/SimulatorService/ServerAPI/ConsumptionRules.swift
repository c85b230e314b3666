internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

/// What consumption information must look like, in both versions.
enum ConsumptionRules {
    /// Numbers of the first version, each from 0 to a greatest value, in the order in which they are checked.
    private static let numbersV1: [(name: String, greatest: Int64, code: ServerAPIErrorCode)] = [
        ("consumptionStatus", 3, .invalidConsumptionStatus), ("platform", 2, .invalidPlatform),
        ("deliveryStatus", 5, .invalidDeliveryStatus), ("accountTenure", 7, .invalidAccountTenure),
        ("playTime", 7, .invalidPlayTime), ("lifetimeDollarsRefunded", 7, .invalidLifetimeDollarsRefunded),
        ("lifetimeDollarsPurchased", 7, .invalidLifetimeDollarsPurchased), ("userStatus", 4, .invalidUserStatus),
    ]

    private static let deliveryStatuses = [
        "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
        "UNDELIVERED_OTHER",
    ]
    private static let refundPreferences = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]

    /// The errors about fields of the first version.
    static let documentedErrorsV1: [ServerAPIErrorCode] =
        [.invalidCustomerConsented, .invalidSampleContentProvided, .invalidAppAccountToken] + numbersV1.map(\.code)
        + [.invalidRefundPreference]

    /// Checks a body of the first version.
    ///
    /// Every field is needed but the refund preference.
    static func checkV1(_ body: JSONNode, for transaction: SimulatedTransaction) throws(ServerAPIFailure) {
        try checkConsent(body)
        for (name, greatest, code) in numbersV1 {
            guard let number = body[name]?.integer, (0...greatest).contains(number) else {
                throw ServerAPIFailure(code, "Invalid \(name): it must be from 0 to \(greatest).")
            }
        }
        guard let token = body["appAccountToken"]?.string, token.isEmpty || UUIDText.isValid(token) else {
            throw ServerAPIFailure(
                .invalidAppAccountToken, "Invalid appAccountToken: it must be a UUID or an empty string.")
        }
        if let preference = body["refundPreference"], !preference.isNull {
            guard let number = preference.integer, (0...3).contains(number) else {
                throw ServerAPIFailure(.invalidRefundPreference, "Invalid refundPreference: it must be from 0 to 3.")
            }
        }
        guard transaction.productType == .consumable || transaction.productType == .autoRenewableSubscription else {
            throw ServerAPIFailure(
                .invalidTransactionTypeNotSupported,
                "Invalid request. The transaction id's product type isn't supported by this endpoint.")
        }
    }

    /// Checks a body of the second version.
    static func check(_ body: JSONNode, for transaction: SimulatedTransaction) throws(ServerAPIFailure) {
        try checkConsent(body)
        guard let delivery = body["deliveryStatus"]?.string, deliveryStatuses.contains(delivery) else {
            throw ServerAPIFailure(
                .invalidDeliveryStatus,
                "Invalid deliveryStatus: it must be \(deliveryStatuses.joined(separator: ", ")).")
        }
        let preference = body["refundPreference"].flatMap { $0.isNull ? nil : $0 }
        if let preference {
            guard let text = preference.string, refundPreferences.contains(text) else {
                throw ServerAPIFailure(
                    .invalidRefundPreference,
                    "Invalid refundPreference: it must be \(refundPreferences.joined(separator: ", ")).")
            }
        }
        try checkPercentage(
            body["consumptionPercentage"].flatMap { $0.isNull ? nil : $0 }, isDelivered: delivery == "DELIVERED",
            isProrated: preference?.string == "GRANT_PRORATED", transaction)
    }

    private static func checkConsent(_ body: JSONNode) throws(ServerAPIFailure) {
        guard body["customerConsented"]?.boolean == true else {
            throw ServerAPIFailure(.invalidCustomerConsented, "Invalid customerConsented: it must be true.")
        }
        guard body["sampleContentProvided"]?.boolean != nil else {
            throw ServerAPIFailure(
                .invalidSampleContentProvided, "Invalid sampleContentProvided: it must be true or false.")
        }
    }

    /// The numbers of two of these errors are not published; they are told as bad requests with Apple's name.
    private static func checkPercentage(
        _ percentage: JSONNode?, isDelivered: Bool, isProrated: Bool, _ transaction: SimulatedTransaction
    ) throws(ServerAPIFailure) {
        let isSubscription = transaction.productType == .autoRenewableSubscription
        let outOfRange = ServerAPIFailure(
            .generalBadRequest,
            "ConsumptionPercentageOutOfRangeError: consumptionPercentage must be from 0 to 100000, and between them "
                + "for a prorated refund.")
        guard let percentage else {
            if isProrated, !isSubscription { throw outOfRange }
            return
        }
        guard !isSubscription else {
            throw ServerAPIFailure(
                .consumptionPercentageAutoRenewableSubscription,
                "Invalid request. consumptionPercentage isn't for auto-renewable subscriptions.")
        }
        guard let number = percentage.integer, (0...100_000).contains(number) else { throw outOfRange }
        guard isDelivered || number == 0 else {
            throw ServerAPIFailure(
                .generalBadRequest,
                "UndeliveredConsumptionPercentageNonZeroError: consumptionPercentage must be 0 for what was not "
                    + "delivered.")
        }
        if isProrated, !(1..<100_000).contains(number) { throw outOfRange }
    }
}

extension ServerAPI {
    func takeConsumption(_ endpoint: ServerEndpoint, _ request: ServiceRequest) throws(ServerAPIFailure) {
        let text = request[value: "transactionId"]
        // An id that is malformed is documented for neither version; it belongs to no transaction.
        let transaction = try transaction(
            text, malformed: endpoint == .consumption ? .invalidTransactionId : .transactionIdNotFound)
        let body = try ServerAPI.object(request.body)
        if endpoint == .consumption {
            try ConsumptionRules.check(body, for: transaction)
        } else {
            try ConsumptionRules.checkV1(body, for: transaction)
        }
        surroundings.noteConsumption(transaction.id, request.body)
    }
}
