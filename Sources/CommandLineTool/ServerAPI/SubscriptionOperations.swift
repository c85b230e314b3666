internal import AppStoreModels
internal import AppStoreServerAPI

enum GetAllSubscriptionStatusesOperation: ServerAPIOperation {
    static let status = FlagDefinition.value(
        "status", "N", choices: SubscriptionStatus.known.map { String($0.rawValue) }, isRepeatable: true,
        "only those that stand so: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked")

    static let endpoint = ServerAPIEndpoint.getAllSubscriptionStatuses
    static let summary = "shows how a customer's subscriptions stand"
    static let arguments = [ServerAPIArguments.anyTransactionId]
    static let flags = [status]
    static let example = "2000000123456789"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.anyTransactionId) ?? ""
        let statuses = arguments.values(status).compactMap { Int($0.text) }.map { SubscriptionStatus(rawValue: $0) }
        return { _ throws(ServerAPIError) in
            try .getAllSubscriptionStatuses(anyTransactionId: id, statuses: statuses)
        }
    }
}

/// What both kinds of extension take.
enum ExtensionFlags {
    static let identifier = FlagDefinition.value(
        "request-identifier", "ID", isRequired: true, "the request's own identifier; a UUID for all subscribers")

    static let all = [ServerAPIArguments.days, ServerAPIArguments.reason, identifier]

    static func request(_ arguments: inout ArgumentReader) -> ExtendRenewalDateRequest {
        let reason = ServerAPIArguments.reason.choices.firstIndex(of: arguments.text(ServerAPIArguments.reason) ?? "")
        return ExtendRenewalDateRequest(
            extendByDays: arguments.integer(ServerAPIArguments.days, in: 1...90) ?? 1,
            extendReasonCode: ExtendReasonCode(rawValue: reason ?? 0),
            requestIdentifier: arguments.text(identifier) ?? "")
    }
}

enum ExtendSubscriptionRenewalDateOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.extendSubscriptionRenewalDate
    static let summary = "moves the renewal date of one subscription"
    static let arguments = [ServerAPIArguments.originalTransactionId]
    static let flags = ExtensionFlags.all
    static let example = "2000000123456789 --days 7 --reason service-issue --request-identifier outage-4711"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let id = arguments.word(ServerAPIArguments.originalTransactionId) ?? ""
        let request = ExtensionFlags.request(&arguments)
        return { _ throws(ServerAPIError) in
            try .extendSubscriptionRenewalDate(originalTransactionId: id, request)
        }
    }
}

enum ExtendForAllOperation: ServerAPIOperation {
    static let storefront = FlagDefinition.value(
        "storefront", "CODE", isRepeatable: true, "only in this storefront, an ISO 3166-1 alpha-3 code")

    static let endpoint = ServerAPIEndpoint.extendRenewalDatesForAllActiveSubscribers
    static let summary = "moves the renewal dates of all active subscribers of a product"
    static let arguments = [ServerAPIArguments.productId]
    static let flags = ExtensionFlags.all + [storefront]
    static let example = "pro.monthly --days 7 --request-identifier 2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let storefronts = arguments.values(storefront).map(\.text)
        let request = MassExtendRenewalDateRequest(
            extending: ExtensionFlags.request(&arguments),
            productId: arguments.word(ServerAPIArguments.productId) ?? "",
            storefrontCountryCodes: storefronts.isEmpty ? nil : storefronts)
        return { _ throws(ServerAPIError) in try .extendRenewalDatesForAllActiveSubscribers(request) }
    }
}

enum GetStatusOfExtensionsOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.getStatusOfSubscriptionRenewalDateExtensions
    static let summary = "shows how far an extension for all active subscribers has come"
    static let arguments = [ServerAPIArguments.productId, ServerAPIArguments.requestIdentifier]
    static let example = "pro.monthly 2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let product = arguments.word(ServerAPIArguments.productId) ?? ""
        let identifier = arguments.word(ServerAPIArguments.requestIdentifier) ?? ""
        return { _ throws(ServerAPIError) in
            try .getStatusOfSubscriptionRenewalDateExtensions(productId: product, requestIdentifier: identifier)
        }
    }
}
