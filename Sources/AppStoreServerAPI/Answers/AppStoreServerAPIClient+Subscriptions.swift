public import AppStoreModels

extension AppStoreServerAPIClient {
    /// Moves the renewal date of one subscription.
    ///
    /// It is not sent a second time when nobody knows what became of it.
    ///
    /// - Parameters:
    ///   - originalTransactionId: The subscription's line of purchases.
    ///   - request: By how much, and why.
    /// - Returns: The new renewal date.
    /// - Throws: ``ServerAPIError``.
    public func extendSubscriptionRenewalDate(
        originalTransactionId: String, _ request: ExtendRenewalDateRequest
    ) async throws(ServerAPIError) -> ServerAPIAnswer<ExtendRenewalDateResponse> {
        try await ask(.extendSubscriptionRenewalDate(originalTransactionId: originalTransactionId, request))
    }

    /// Moves the renewal dates of all active subscribers of a product, in the background.
    ///
    /// - Parameter request: By how much, why, and whose.
    /// - Returns: The request's own identifier.
    /// - Throws: ``ServerAPIError``.
    public func extendRenewalDatesForAllActiveSubscribers(
        _ request: MassExtendRenewalDateRequest
    ) async throws(ServerAPIError) -> ServerAPIAnswer<MassExtendRenewalDateResponse> {
        try await ask(.extendRenewalDatesForAllActiveSubscribers(request))
    }

    /// Gets how far an extension for all active subscribers has come.
    ///
    /// - Parameters:
    ///   - productId: The subscription.
    ///   - requestIdentifier: The request's own identifier.
    /// - Returns: How far it has come.
    /// - Throws: ``ServerAPIError``.
    public func getStatusOfSubscriptionRenewalDateExtensions(
        productId: String, requestIdentifier: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<MassExtendRenewalDateStatusResponse> {
        try await ask(
            .getStatusOfSubscriptionRenewalDateExtensions(productId: productId, requestIdentifier: requestIdentifier))
    }

    /// Tells how a purchase was used whose refund a customer asks for.
    ///
    /// - Parameters:
    ///   - transactionId: The purchase.
    ///   - request: What is told.
    /// - Returns: Where it was told.
    /// - Throws: ``ServerAPIError``.
    public func sendConsumptionInformation(
        transactionId: String, _ request: ConsumptionRequest
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.sendConsumptionInformation(transactionId: transactionId, request))
    }

    /// Tells how a purchase was used, by the first version.
    ///
    /// - Parameters:
    ///   - transactionId: The purchase.
    ///   - request: What is told.
    /// - Returns: Where it was told.
    /// - Throws: ``ServerAPIError``.
    public func sendConsumptionInformationV1(
        transactionId: String, _ request: ConsumptionRequestV1
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.sendConsumptionInformationV1(transactionId: transactionId, request))
    }
}
