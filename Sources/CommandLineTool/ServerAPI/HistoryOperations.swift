internal import AppStoreModels
internal import AppStoreServerAPI

/// The flags that choose transactions of a history.
enum HistoryFlags {
    static let start = FlagDefinition.value("start", "TIME", "bought at this time or later")
    static let end = FlagDefinition.value("end", "TIME", "bought before this time")
    static let product = FlagDefinition.value("product", "ID", isRepeatable: true, "only of this product")
    static let productType = FlagDefinition.value(
        "product-type", "TYPE", choices: ProductTypeFilter.known.map(\.rawValue), isRepeatable: true,
        "only products of this kind")
    static let group = FlagDefinition.value("group", "ID", isRepeatable: true, "only of this subscription group")
    static let ownership = FlagDefinition.value(
        "ownership", "TYPE", choices: InAppOwnershipType.known.map(\.rawValue), "only what is owned so")
    static let sort = FlagDefinition.value(
        "sort", "ORDER", choices: SortOrder.known.map(\.rawValue), "by the last change; ASCENDING unless given")
    static let revoked = FlagDefinition.value(
        "revoked", "true|false", choices: ["true", "false"], "only what was refunded or taken away, or what was not")

    static let all = [start, end, product, productType, group, ownership, sort, revoked]

    static func request(_ arguments: inout ArgumentReader) -> TransactionHistoryRequest {
        var request = TransactionHistoryRequest()
        if case .at(let milliseconds) = arguments.time(start) { request.startDate = milliseconds }
        if case .at(let milliseconds) = arguments.time(end) { request.endDate = milliseconds }
        request.productIds = arguments.values(product).map(\.text)
        request.productTypes = arguments.values(productType).map { ProductTypeFilter(rawValue: $0.text) }
        request.subscriptionGroupIdentifiers = arguments.values(group).map(\.text)
        request.inAppOwnershipType = arguments.text(ownership).map { InAppOwnershipType(rawValue: $0) }
        request.sort = arguments.text(sort).map { SortOrder(rawValue: $0) }
        request.revoked = arguments.text(revoked).map { $0 == "true" }
        return request
    }
}

/// A call that lists a customer's transactions, in either version.
protocol TransactionHistoryCall: ServerAPIOperation {
    static func request(_ id: String, _ filter: TransactionHistoryRequest) throws(ServerAPIError) -> ServerAPIRequest
}

extension TransactionHistoryCall {
    static var arguments: [ArgumentDefinition] { [ServerAPIArguments.anyTransactionId] }
    static var flags: [FlagDefinition] { HistoryFlags.all }
    static var example: String { "2000000123456789 --all" }

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.anyTransactionId) ?? ""
        let filter = HistoryFlags.request(&arguments)
        return { _ throws(ServerAPIError) in try request(id, filter) }
    }
}

enum GetTransactionHistoryOperation: TransactionHistoryCall {
    static let endpoint = ServerAPIEndpoint.getTransactionHistory
    static let summary = "shows a customer's transactions"

    static func request(_ id: String, _ filter: TransactionHistoryRequest) throws(ServerAPIError) -> ServerAPIRequest {
        try .getTransactionHistory(anyTransactionId: id, filter: filter)
    }
}

enum GetTransactionHistoryV1Operation: TransactionHistoryCall {
    static let endpoint = ServerAPIEndpoint.getTransactionHistoryV1
    static let summary = "shows a customer's transactions, but finished consumables; deprecated"

    static func request(_ id: String, _ filter: TransactionHistoryRequest) throws(ServerAPIError) -> ServerAPIRequest {
        try .getTransactionHistoryV1(anyTransactionId: id, filter: filter)
    }
}

enum GetRefundHistoryOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getRefundHistory
    static let summary = "shows a customer's refunds"
    static let arguments = [ServerAPIArguments.anyTransactionId]
    static let example = "2000000123456789 --all"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.anyTransactionId) ?? ""
        return { _ throws(ServerAPIError) in try .getRefundHistory(anyTransactionId: id) }
    }
}

enum GetRefundHistoryV1Operation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getRefundHistoryV1
    static let summary = "shows up to fifty refunds of a customer; deprecated"
    static let arguments = [ServerAPIArguments.originalTransactionId]
    static let example = "2000000123456789"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.originalTransactionId) ?? ""
        return { _ throws(ServerAPIError) in try .getRefundHistoryV1(originalTransactionId: id) }
    }
}
