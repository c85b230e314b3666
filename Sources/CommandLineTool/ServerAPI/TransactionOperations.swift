internal import AppStoreServerAPI

enum GetTransactionInfoOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getTransactionInfo
    static let summary = "shows one transaction"
    static let arguments = [ServerAPIArguments.transactionId]
    static let example = "2000000123456789"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.transactionId) ?? ""
        return { _ throws(ServerAPIError) in try .getTransactionInfo(transactionId: id) }
    }
}

enum GetAppTransactionInfoOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getAppTransactionInfo
    static let summary = "shows a customer's app transaction"
    static let arguments = [ServerAPIArguments.anyTransactionId]
    static let example = "2000000123456789"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.anyTransactionId) ?? ""
        return { _ throws(ServerAPIError) in try .getAppTransactionInfo(anyTransactionId: id) }
    }
}

enum LookUpOrderIdOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.lookUpOrderId
    static let summary = "shows the transactions of an order; Production only"
    static let arguments = [ServerAPIArguments.orderId]
    static let example = "MK5TTTLBVN"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.orderId) ?? ""
        return { _ throws(ServerAPIError) in try .lookUpOrderId(orderId: id) }
    }
}

enum FinishTransactionOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.finishTransaction
    static let summary = "says that the content of a transaction was delivered"
    static let arguments = [ServerAPIArguments.transactionId]
    static let example = "2000000123456789"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.transactionId) ?? ""
        return { _ throws(ServerAPIError) in try .finishTransaction(transactionId: id) }
    }
}

enum SetAppAccountTokenOperation: ServerAPIOperation {
    static let token = FlagDefinition.value(
        "token", "UUID", isRequired: true, "the customer, as your server knows them")

    static let endpoint = ServerAPIEndpoint.setAppAccountToken
    static let summary = "links a line of purchases to a customer of yours"
    static let arguments = [ServerAPIArguments.originalTransactionId]
    static let flags = [token]
    static let example = "2000000123456789 --token 2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.originalTransactionId) ?? ""
        let token = arguments.text(token) ?? ""
        return { _ throws(ServerAPIError) in
            try .setAppAccountToken(originalTransactionId: id, appAccountToken: token)
        }
    }
}

enum GetCustomerGroupsOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getCustomerGroups
    static let summary = "shows in which groups a customer is; the sandbox alone answers so far"
    static let arguments = [ServerAPIArguments.anyTransactionId]
    static let example = "2000000123456789"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.anyTransactionId) ?? ""
        return { _ throws(ServerAPIError) in try .getCustomerGroups(anyTransactionId: id) }
    }
}
