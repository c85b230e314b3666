internal import AppStoreModels
internal import AppStoreVerification
public import StrictJSON

extension AppStoreServerAPIClient {
    /// Calls the Advanced Commerce API.
    ///
    /// It is not sent a second time when nobody knows what became of it.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - transactionId: The transaction.
    ///   - request: The request's members, sent as they stand.
    /// - Returns: What the answer has signed in it, verified.
    /// - Throws: ``ServerAPIError``.
    public func advancedCommerce(
        _ operation: AdvancedCommerceOperation, transactionId: String, request: JSONNode
    ) async throws(ServerAPIError) -> ServerAPIAnswer<AdvancedCommerceResult> {
        let answer = try await send(.advancedCommerce(operation, transactionId: transactionId, request: request))
        let reader = reader(answer.environment)
        func member(_ name: String) -> JSONNode? { answer.value?[name].flatMap { $0.isNull ? nil : $0 } }
        let result = try open { () throws(SignedFieldFailure) in
            var transaction: Verified<JWSTransactionDecodedPayload>?
            var renewalInfo: Verified<JWSRenewalInfoDecodedPayload>?
            if let node = member("signedTransactionInfo") {
                transaction = try reader.transaction(node, at: "signedTransactionInfo")
            }
            if let node = member("signedRenewalInfo") {
                renewalInfo = try reader.renewalInfo(node, at: "signedRenewalInfo")
            }
            return AdvancedCommerceResult(transaction: transaction, renewalInfo: renewalInfo)
        }
        return answer.with(result)
    }

    /// Reports purchases that were made outside the App Store.
    ///
    /// - Parameter report: The report's members, sent as they stand.
    /// - Returns: The answer as it came.
    /// - Throws: ``ServerAPIError``.
    public func sendExternalPurchaseReport(
        _ report: JSONNode
    ) async throws(ServerAPIError) -> ServerAPIAnswer<JSONNode?> {
        try await send(.sendExternalPurchaseReport(report))
    }

    /// Gets a report that was sent.
    ///
    /// - Parameter requestIdentifier: The report's own identifier.
    /// - Returns: The answer as it came.
    /// - Throws: ``ServerAPIError``.
    public func getExternalPurchaseReport(
        requestIdentifier: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<JSONNode?> {
        try await send(.getExternalPurchaseReport(requestIdentifier: requestIdentifier))
    }

    /// Gets in which groups a customer is; the sandbox alone answers so far.
    ///
    /// - Parameter anyTransactionId: The id of any transaction, line or app transaction of the customer.
    /// - Returns: The answer as it came; a group is no entitlement.
    /// - Throws: ``ServerAPIError``.
    public func getCustomerGroups(
        anyTransactionId: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<JSONNode?> {
        try await send(.getCustomerGroups(anyTransactionId: anyTransactionId))
    }
}
