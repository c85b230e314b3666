internal import AppStoreServerAPI
internal import StrictJSON

/// A call of the Advanced Commerce API, whose request is a JSON file.
protocol AdvancedCommerceCall: ServerAPIOperation {
    static var operation: AdvancedCommerceOperation { get }
}

extension AdvancedCommerceCall {
    static var endpoint: ServerAPIEndpoint { operation.endpoint }
    static var arguments: [ArgumentDefinition] { [ServerAPIArguments.transactionId] }
    static var file: FlagDefinition? { ServerAPIArguments.request }
    static var example: String { "2000000123456789 --request request.json" }

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.transactionId) ?? ""
        let operation = operation
        return { file throws(ServerAPIError) in
            try .advancedCommerce(operation, transactionId: id, request: try ServerAPIArguments.object(file))
        }
    }
}

enum CancelSubscriptionOperation: AdvancedCommerceCall {
    static let operation = AdvancedCommerceOperation.cancelSubscription
    static let summary = "Advanced Commerce: ends a subscription"
}

enum ChangeSubscriptionMetadataOperation: AdvancedCommerceCall {
    static let operation = AdvancedCommerceOperation.changeSubscriptionMetadata
    static let summary = "Advanced Commerce: changes the names of a subscription"
}

enum ChangeSubscriptionPriceOperation: AdvancedCommerceCall {
    static let operation = AdvancedCommerceOperation.changeSubscriptionPrice
    static let summary = "Advanced Commerce: changes the price of a subscription"
}

enum MigrateSubscriptionOperation: AdvancedCommerceCall {
    static let operation = AdvancedCommerceOperation.migrateSubscription
    static let summary = "Advanced Commerce: takes a subscription over"
}

enum RevokeSubscriptionOperation: AdvancedCommerceCall {
    static let operation = AdvancedCommerceOperation.revokeSubscription
    static let summary = "Advanced Commerce: takes a subscription away, with a refund"
}

enum RequestRefundOperation: AdvancedCommerceCall {
    static let operation = AdvancedCommerceOperation.requestRefund
    static let summary = "Advanced Commerce: asks for a refund of a transaction"
}

enum SendExternalPurchaseReportOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.sendExternalPurchaseReport
    static let summary = "reports purchases that were made outside the App Store"
    static let file: FlagDefinition? = ServerAPIArguments.request
    static let example = "--request report.json"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        { file throws(ServerAPIError) in try .sendExternalPurchaseReport(try ServerAPIArguments.object(file)) }
    }
}

enum GetExternalPurchaseReportOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getExternalPurchaseReport
    static let summary = "shows a report of purchases outside the App Store"
    static let arguments = [ServerAPIArguments.requestIdentifier]
    static let example = "2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.requestIdentifier) ?? ""
        return { _ throws(ServerAPIError) in try .getExternalPurchaseReport(requestIdentifier: id) }
    }
}

extension ServerAPIArguments {
    /// The JSON of a file that a request is made of.
    static func object(_ file: [UInt8]) throws(ServerAPIError) -> JSONNode {
        do throws(JSONError) { return try JSONDocument(parsing: file).root } catch {
            throw .invalidRequest(RequestMistake("the file", "is not acceptable JSON: \(error)"))
        }
    }
}
