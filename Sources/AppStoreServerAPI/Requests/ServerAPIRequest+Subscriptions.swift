internal import StrictJSON

extension ServerAPIRequest {
    /// Moves the renewal date of one subscription.
    ///
    /// - Parameters:
    ///   - originalTransactionId: The subscription's line of purchases.
    ///   - request: By how much, and why.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func extendSubscriptionRenewalDate(
        originalTransactionId: String, _ request: ExtendRenewalDateRequest
    ) throws(ServerAPIError) -> ServerAPIRequest {
        // The path of the operation for all subscribers differs in this one word.
        guard originalTransactionId != "mass" else {
            throw .invalidRequest(RequestMistake("originalTransactionId", "is no identifier"))
        }
        return try ServerAPIRequest(
            .extendSubscriptionRenewalDate, .put, "/inApps/v1/subscriptions/extend/{originalTransactionId}",
            ["originalTransactionId": originalTransactionId], body: .json(.object(omitting: request.members())))
    }

    /// Moves the renewal dates of all active subscribers of a product.
    ///
    /// - Parameter request: By how much, why, and whose.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func extendRenewalDatesForAllActiveSubscribers(
        _ request: MassExtendRenewalDateRequest
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .extendRenewalDatesForAllActiveSubscribers, .post, "/inApps/v1/subscriptions/extend/mass",
            body: .json(.object(omitting: request.members())))
    }

    /// Asks how far an extension for all active subscribers has come.
    ///
    /// - Parameters:
    ///   - productId: The subscription.
    ///   - requestIdentifier: The request's own identifier.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getStatusOfSubscriptionRenewalDateExtensions(
        productId: String, requestIdentifier: String
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getStatusOfSubscriptionRenewalDateExtensions, .get,
            "/inApps/v1/subscriptions/extend/mass/{productId}/{requestIdentifier}",
            ["productId": productId, "requestIdentifier": requestIdentifier])
    }

    /// Tells how a purchase was used whose refund a customer asks for.
    ///
    /// - Parameters:
    ///   - transactionId: The purchase.
    ///   - request: What is told.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func sendConsumptionInformation(
        transactionId: String, _ request: ConsumptionRequest
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .sendConsumptionInformation, .put, "/inApps/v2/transactions/consumption/{transactionId}",
            ["transactionId": transactionId], body: .json(.object(omitting: request.members())))
    }

    /// Tells how a purchase was used, by the first version.
    ///
    /// - Parameters:
    ///   - transactionId: The purchase.
    ///   - request: What is told.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func sendConsumptionInformationV1(
        transactionId: String, _ request: ConsumptionRequestV1
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .sendConsumptionInformationV1, .put, "/inApps/v1/transactions/consumption/{transactionId}",
            ["transactionId": transactionId], body: .json(.object(omitting: request.members())))
    }
}
