public import StrictJSON

extension ServerAPIRequest {
    /// Calls the Advanced Commerce API.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - transactionId: The transaction.
    ///   - request: The request's members, sent as they stand.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`, when the request is no JSON object.
    public static func advancedCommerce(
        _ operation: AdvancedCommerceOperation, transactionId: String, request: JSONNode
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            operation.endpoint, .post, operation.template, ["transactionId": transactionId],
            body: .json(try object(request, "request")))
    }

    /// Reports purchases that were made outside the App Store.
    ///
    /// - Parameter report: The report's members, sent as they stand.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`, when the report is no JSON object.
    public static func sendExternalPurchaseReport(_ report: JSONNode) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .sendExternalPurchaseReport, .put, "/externalPurchase/v1/reports", body: .json(try object(report, "report"))
        )
    }

    /// Asks for a report that was sent.
    ///
    /// - Parameter requestIdentifier: The report's own identifier.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getExternalPurchaseReport(requestIdentifier: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getExternalPurchaseReport, .get, "/externalPurchase/v1/reports/{requestIdentifier}",
            ["requestIdentifier": requestIdentifier])
    }

    private static func object(_ node: JSONNode, _ name: String) throws(ServerAPIError) -> JSONValue {
        guard node.kind == .object else { throw .invalidRequest(RequestMistake(name, "is no JSON object")) }
        return .node(node)
    }
}
