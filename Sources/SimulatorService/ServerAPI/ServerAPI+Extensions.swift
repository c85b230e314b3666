internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

extension ServerAPI {
    func extendRenewalDate(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let text = request[value: "originalTransactionId"]
        let number = try number(text, malformed: .invalidOriginalTransactionId)
        let wish = try ExtensionWish(try ServerAPI.object(request.body))
        let transaction = try transaction(
            text, malformed: .invalidOriginalTransactionId, missing: .originalTransactionIdNotFound)
        guard number == transaction.originalID else {
            throw ServerAPIFailure(.originalTransactionIdNotFound, "Original transaction id not found.")
        }
        guard transaction.productType == .autoRenewableSubscription else {
            throw ServerAPIFailure(.subscriptionExtensionIneligible, "It is no auto-renewable subscription.")
        }
        _ = try perform(
            .extendRenewalDate(
                .transaction(transaction.id), days: wish.days, requestIdentifier: wish.requestIdentifier))
        let line = try look { $0.subscription(originalID: transaction.originalID) }
        return [
            "originalTransactionId": .string(text),
            "webOrderLineItemId": .optional((line?.transaction.webOrderLineItemID).map(String.init)),
            "success": true,
            "effectiveDate": .optional(line?.transaction.expiresDate),
        ]
    }

    func massExtend(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let body = try ServerAPI.object(request.body)
        let wish = try ExtensionWish(body)
        let product = body["productId"]?.string ?? ""
        guard try look({ $0.catalog[product]?.type }) == .autoRenewableSubscription else {
            throw ServerAPIFailure(.invalidProductId, "Invalid product id.")
        }
        var storefronts: [String] = []
        if let node = body["storefrontCountryCodes"], !node.isNull {
            guard node.kind == .array else {
                throw ServerAPIFailure(.invalidStorefrontCountryCode, "Invalid storefront country codes.")
            }
            for element in node.elements {
                guard let code = element.string, Storefront.named(code) != nil else {
                    throw ServerAPIFailure(.invalidStorefrontCountryCode, "Invalid storefront country code.")
                }
                storefronts.append(code)
            }
            guard !storefronts.isEmpty else {
                throw ServerAPIFailure(
                    .invalidEmptyStorefrontCountryCodeList, "The list of storefront country codes is empty.")
            }
        }
        _ = try perform(
            .massExtend(
                product: product, days: wish.days, requestIdentifier: wish.requestIdentifier, storefronts: storefronts))
        return ["requestIdentifier": .string(wish.requestIdentifier)]
    }

    func massExtensionStatus(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let product = request[value: "productId"]
        let identifier = request[value: "requestIdentifier"]
        guard (1...128).contains(identifier.count) else {
            throw ServerAPIFailure(.invalidRequestIdentifier, "Invalid request identifier.")
        }
        guard try look({ $0.catalog[product] }) != nil else {
            throw ServerAPIFailure(.invalidProductId, "Invalid product id.")
        }
        guard let result = try look({ $0.massExtension(requestIdentifier: identifier) }), result.productID == product
        else { throw ServerAPIFailure(.statusRequestNotFound, "Status of the request not found.") }
        return [
            "requestIdentifier": .string(identifier), "complete": true, "completeDate": .integer(result.completeDate),
            "succeededCount": .integer(result.succeededCount), "failedCount": .integer(result.failedCount),
        ]
    }
}

/// What both kinds of extension ask for.
private struct ExtensionWish {
    var days: Int
    var requestIdentifier: String

    init(_ body: JSONNode) throws(ServerAPIFailure) {
        guard let days = body["extendByDays"]?.integer, (1...90).contains(days) else {
            throw ServerAPIFailure(.invalidExtendByDays, "Invalid extendByDays: it must be from 1 to 90.")
        }
        guard let reason = body["extendReasonCode"]?.integer, (0...3).contains(reason) else {
            throw ServerAPIFailure(.invalidExtendReasonCode, "Invalid extendReasonCode: it must be from 0 to 3.")
        }
        guard let identifier = body["requestIdentifier"]?.string, (1...128).contains(identifier.count) else {
            throw ServerAPIFailure(
                .invalidRequestIdentifier, "Invalid requestIdentifier: it must have from 1 to 128 characters.")
        }
        self.days = Int(days)
        requestIdentifier = identifier
    }
}
