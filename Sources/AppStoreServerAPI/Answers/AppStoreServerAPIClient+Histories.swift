public import AppStoreModels
internal import StrictJSON

extension AppStoreServerAPIClient {
    /// Reads a customer's transactions page by page.
    ///
    /// - Parameters:
    ///   - anyTransactionId: The id of any transaction, line or app transaction of the customer.
    ///   - filter: Which transactions, and in which order.
    ///   - revision: A revision that was saved, to read only what is new since; `nil` begins.
    /// - Returns: The pages, verified.
    /// - Throws: ``ServerAPIError``, `invalidRequest`; nothing is asked yet.
    public func transactionHistory(
        anyTransactionId: String, filter: TransactionHistoryRequest = TransactionHistoryRequest(),
        after revision: String? = nil
    ) throws(ServerAPIError) -> ServerAPIPages<TransactionPage> {
        transactionPages(
            try .getTransactionHistory(anyTransactionId: anyTransactionId, filter: filter), after: revision)
    }

    /// Reads a customer's transactions page by page by the first version, which leaves out finished consumables.
    ///
    /// - Parameters:
    ///   - anyTransactionId: The id of any transaction, line or app transaction of the customer.
    ///   - filter: Which transactions, and in which order.
    ///   - revision: A revision that was saved, to read only what is new since; `nil` begins.
    /// - Returns: The pages, verified.
    /// - Throws: ``ServerAPIError``, `invalidRequest`; nothing is asked yet.
    public func transactionHistoryV1(
        anyTransactionId: String, filter: TransactionHistoryRequest = TransactionHistoryRequest(),
        after revision: String? = nil
    ) throws(ServerAPIError) -> ServerAPIPages<TransactionPage> {
        transactionPages(
            try .getTransactionHistoryV1(anyTransactionId: anyTransactionId, filter: filter), after: revision)
    }

    /// Reads a customer's refunds page by page.
    ///
    /// - Parameters:
    ///   - anyTransactionId: The id of any transaction, line or app transaction of the customer.
    ///   - revision: A revision that was saved, to read only what is new since; `nil` begins.
    /// - Returns: The pages, verified.
    /// - Throws: ``ServerAPIError``, `invalidRequest`; nothing is asked yet.
    public func refundHistory(
        anyTransactionId: String, after revision: String? = nil
    ) throws(ServerAPIError) -> ServerAPIPages<TransactionPage> {
        let request = try ServerAPIRequest.getRefundHistory(anyTransactionId: anyTransactionId)
        return ServerAPIPages(start: revision, environment: nil) { token, environment throws(ServerAPIError) in
            let answer: ServerAPIAnswer<RefundHistoryResponse> = try await self.ask(
                request.setting("revision", to: token), in: environment)
            let (response, reader) = (answer.value, self.reader(answer.environment))
            return answer.with(
                TransactionPage(
                    transactions: reader.transactions(response.json["signedTransactions"], at: "signedTransactions"),
                    revision: response.revision, hasMore: response.hasMore ?? false, json: response.json))
        }
    }

    /// Gets up to fifty refunds of a customer by the first version.
    ///
    /// - Parameter originalTransactionId: A line of purchases of the customer.
    /// - Returns: The transactions, verified.
    /// - Throws: ``ServerAPIError``.
    public func getRefundHistoryV1(
        originalTransactionId: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<SignedList<JWSTransactionDecodedPayload>> {
        let answer: ServerAPIAnswer<RefundHistoryResponse> = try await ask(
            .getRefundHistoryV1(originalTransactionId: originalTransactionId))
        let name = "signedTransactions"
        return answer.with(reader(answer.environment).transactions(answer.value.json[name], at: name))
    }

    /// Reads the notifications page by page that the App Store sent.
    ///
    /// - Parameters:
    ///   - request: Which notifications.
    ///   - paginationToken: A token that was saved, to go on with the same request; they do not live long.
    /// - Returns: The pages, verified.
    /// - Throws: ``ServerAPIError``, `invalidRequest`; nothing is asked yet.
    public func notificationHistory(
        _ request: NotificationHistoryRequest, after paginationToken: String? = nil
    ) throws(ServerAPIError) -> ServerAPIPages<NotificationPage> {
        let request = try ServerAPIRequest.getNotificationHistory(request)
        return ServerAPIPages(start: paginationToken, environment: nil) {
            token, environment throws(ServerAPIError) in
            let answer: ServerAPIAnswer<NotificationHistoryResponse> = try await self.ask(
                request.setting("paginationToken", to: token), in: environment)
            return answer.with(NotificationPage(answer.value, reader: self.reader(answer.environment)))
        }
    }

    /// Reads the pages of any request that has them, as they come; nothing in them is verified.
    ///
    /// - Parameters:
    ///   - request: A request for a history.
    ///   - token: Where to go on; `nil` begins.
    /// - Returns: The pages.
    public func pages(of request: ServerAPIRequest, after token: String? = nil) -> ServerAPIPages<UnreadPage> {
        let name = request.endpoint == .getNotificationHistory ? "paginationToken" : "revision"
        return ServerAPIPages(start: token, environment: nil) { token, environment throws(ServerAPIError) in
            let answer = try await self.send(request.setting(name, to: token), in: environment)
            guard let json = answer.value else { throw .unreadable("the body is empty") }
            return answer.with(UnreadPage(json: json))
        }
    }

    private func transactionPages(
        _ request: ServerAPIRequest, after revision: String?
    ) -> ServerAPIPages<TransactionPage> {
        ServerAPIPages(start: revision, environment: nil) { token, environment throws(ServerAPIError) in
            let answer: ServerAPIAnswer<HistoryResponse> = try await self.ask(
                request.setting("revision", to: token), in: environment)
            let response = answer.value
            try self.check(response.environment, response.bundleId, from: answer.environment)
            let reader = self.reader(answer.environment)
            return answer.with(
                TransactionPage(
                    transactions: reader.transactions(response.json["signedTransactions"], at: "signedTransactions"),
                    revision: response.revision, hasMore: response.hasMore ?? false, json: response.json))
        }
    }
}
