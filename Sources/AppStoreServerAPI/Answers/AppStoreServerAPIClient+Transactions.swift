public import AppStoreModels
public import AppStoreVerification
internal import StrictJSON

extension AppStoreServerAPIClient {
    /// Gets one transaction.
    ///
    /// - Parameter transactionId: The id of any transaction of the app.
    /// - Returns: The transaction, verified.
    /// - Throws: ``ServerAPIError``.
    public func getTransactionInfo(
        transactionId: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Verified<JWSTransactionDecodedPayload>> {
        let answer: ServerAPIAnswer<TransactionInfoResponse> = try await ask(
            .getTransactionInfo(transactionId: transactionId))
        let name = "signedTransactionInfo"
        return answer.with(
            try open { () throws(SignedFieldFailure) in
                try reader(answer.environment).transaction(answer.value.json[name], at: name)
            })
    }

    /// Gets a customer's app transaction.
    ///
    /// - Parameter anyTransactionId: The id of any transaction, line or app transaction of the customer.
    /// - Returns: The app transaction, verified.
    /// - Throws: ``ServerAPIError``.
    public func getAppTransactionInfo(
        anyTransactionId: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Verified<AppTransaction>> {
        let answer: ServerAPIAnswer<AppTransactionInfoResponse> = try await ask(
            .getAppTransactionInfo(anyTransactionId: anyTransactionId))
        let name = "signedAppTransactionInfo"
        return answer.with(
            try open { () throws(SignedFieldFailure) in
                try reader(answer.environment).appTransaction(answer.value.json[name], at: name)
            })
    }

    /// Gets how a customer's subscriptions stand.
    ///
    /// - Parameters:
    ///   - anyTransactionId: The id of any transaction, line or app transaction of the customer.
    ///   - statuses: Only subscriptions that stand so; none for all.
    /// - Returns: The subscriptions, verified.
    /// - Throws: ``ServerAPIError``.
    public func getAllSubscriptionStatuses(
        anyTransactionId: String, statuses: [SubscriptionStatus] = []
    ) async throws(ServerAPIError) -> ServerAPIAnswer<SubscriptionStatuses> {
        let answer: ServerAPIAnswer<StatusResponse> = try await ask(
            .getAllSubscriptionStatuses(anyTransactionId: anyTransactionId, statuses: statuses))
        try check(answer.value.environment, answer.value.bundleId, from: answer.environment)
        return answer.with(SubscriptionStatuses(answer.value, reader: reader(answer.environment)))
    }

    /// Gets the transactions of an order, which is answered in Production only.
    ///
    /// - Parameter orderId: The id on the customer's receipt.
    /// - Returns: The transactions, verified; none for an id that is not valid.
    /// - Throws: ``ServerAPIError``.
    public func lookUpOrderId(orderId: String) async throws(ServerAPIError) -> ServerAPIAnswer<OrderLookup> {
        let answer: ServerAPIAnswer<OrderLookupResponse> = try await ask(.lookUpOrderId(orderId: orderId))
        let name = "signedTransactions"
        return answer.with(
            OrderLookup(
                status: answer.value.status,
                transactions: reader(answer.environment).transactions(answer.value.json[name], at: name)))
    }

    /// Says that the content of a transaction was delivered.
    ///
    /// - Parameter transactionId: The transaction.
    /// - Returns: Where it was said.
    /// - Throws: ``ServerAPIError``.
    public func finishTransaction(transactionId: String) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.finishTransaction(transactionId: transactionId))
    }

    /// Links a line of purchases to a customer of the app.
    ///
    /// - Parameters:
    ///   - originalTransactionId: The line, which must not be a family member's.
    ///   - appAccountToken: The customer, a UUID.
    /// - Returns: Where it was said.
    /// - Throws: ``ServerAPIError``.
    public func setAppAccountToken(
        originalTransactionId: String, appAccountToken: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(
            .setAppAccountToken(originalTransactionId: originalTransactionId, appAccountToken: appAccountToken))
    }
}
