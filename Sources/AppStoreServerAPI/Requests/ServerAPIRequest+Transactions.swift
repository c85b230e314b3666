public import AppStoreModels
internal import StrictJSON

extension ServerAPIRequest {
    /// Asks for one transaction.
    ///
    /// - Parameter transactionId: The id of any transaction of the app.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getTransactionInfo(transactionId: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getTransactionInfo, .get, "/inApps/v1/transactions/{transactionId}", ["transactionId": transactionId])
    }

    /// Asks for a page of a customer's transactions.
    ///
    /// - Parameters:
    ///   - anyTransactionId: The id of any transaction, line or app transaction of the customer.
    ///   - filter: Which transactions, and in which order.
    ///   - revision: Where to go on; `nil` begins.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getTransactionHistory(
        anyTransactionId: String, filter: TransactionHistoryRequest = TransactionHistoryRequest(),
        revision: String? = nil
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getTransactionHistory, .get, "/inApps/v2/history/{anyTransactionId}",
            ["anyTransactionId": anyTransactionId], query: filter.query()
        ).setting("revision", to: revision)
    }

    /// Asks for a page of a customer's transactions by the first version, which leaves out finished consumables.
    ///
    /// - Parameters:
    ///   - anyTransactionId: The id of any transaction, line or app transaction of the customer.
    ///   - filter: Which transactions, and in which order.
    ///   - revision: Where to go on; `nil` begins.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getTransactionHistoryV1(
        anyTransactionId: String, filter: TransactionHistoryRequest = TransactionHistoryRequest(),
        revision: String? = nil
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getTransactionHistoryV1, .get, "/inApps/v1/history/{anyTransactionId}",
            ["anyTransactionId": anyTransactionId], query: filter.query()
        ).setting("revision", to: revision)
    }

    /// Asks how a customer's subscriptions stand.
    ///
    /// - Parameters:
    ///   - anyTransactionId: The id of any transaction, line or app transaction of the customer.
    ///   - statuses: Only subscriptions that stand so; none for all.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getAllSubscriptionStatuses(
        anyTransactionId: String, statuses: [SubscriptionStatus] = []
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getAllSubscriptionStatuses, .get, "/inApps/v1/subscriptions/{anyTransactionId}",
            ["anyTransactionId": anyTransactionId],
            query: statuses.map { ServerAPIQueryItem("status", String($0.rawValue)) })
    }

    /// Asks for a page of a customer's refunds.
    ///
    /// - Parameters:
    ///   - anyTransactionId: The id of any transaction, line or app transaction of the customer.
    ///   - revision: Where to go on; `nil` begins.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getRefundHistory(
        anyTransactionId: String, revision: String? = nil
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getRefundHistory, .get, "/inApps/v2/refund/lookup/{anyTransactionId}",
            ["anyTransactionId": anyTransactionId]
        ).setting("revision", to: revision)
    }

    /// Asks for a customer's refunds by the first version, which answers up to fifty.
    ///
    /// - Parameter originalTransactionId: A line of purchases of the customer.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getRefundHistoryV1(originalTransactionId: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getRefundHistoryV1, .get, "/inApps/v1/refund/lookup/{originalTransactionId}",
            ["originalTransactionId": originalTransactionId])
    }

    /// Asks for the transactions of an order, which is answered in Production only.
    ///
    /// - Parameter orderId: The id on the customer's receipt.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func lookUpOrderId(orderId: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(.lookUpOrderId, .get, "/inApps/v1/lookup/{orderId}", ["orderId": orderId])
    }

    /// Asks for a customer's app transaction.
    ///
    /// - Parameter anyTransactionId: The id of any transaction, line or app transaction of the customer.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getAppTransactionInfo(anyTransactionId: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getAppTransactionInfo, .get, "/inApps/v1/transactions/appTransactions/{anyTransactionId}",
            ["anyTransactionId": anyTransactionId])
    }

    /// Says that the content of a transaction was delivered.
    ///
    /// - Parameter transactionId: The transaction.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func finishTransaction(transactionId: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .finishTransaction, .post, "/inApps/v1/transactions/{transactionId}/finish",
            ["transactionId": transactionId])
    }

    /// Links a line of purchases to a customer of the app.
    ///
    /// - Parameters:
    ///   - originalTransactionId: The line, which must not be a family member's.
    ///   - appAccountToken: The customer, a UUID.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func setAppAccountToken(
        originalTransactionId: String, appAccountToken: String
    ) throws(ServerAPIError) -> ServerAPIRequest {
        guard UUIDText.isValid(appAccountToken) else {
            throw .invalidRequest(RequestMistake("appAccountToken", "is no UUID"))
        }
        return try ServerAPIRequest(
            .setAppAccountToken, .put, "/inApps/v1/transactions/{originalTransactionId}/appAccountToken",
            ["originalTransactionId": originalTransactionId],
            body: .json(["appAccountToken": .string(appAccountToken)]))
    }

    /// Asks in which groups a customer is; the sandbox alone answers so far.
    ///
    /// - Parameter anyTransactionId: The id of any transaction, line or app transaction of the customer.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getCustomerGroups(anyTransactionId: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getCustomerGroups, .get, "/groups/v1/currentGroups/{anyTransactionId}",
            ["anyTransactionId": anyTransactionId])
    }
}
