internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

// How the control interface writes what the store knows; what is absent is left out.

extension JSONValue {
    /// An object of those members that have a value.
    static func present(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}

private func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }
private func idText(_ value: Int?) -> JSONValue? { value.map { .string(String($0)) } }
private func number(_ value: Int64?) -> JSONValue? { value.map { .integer($0) } }

extension SimulatedTransaction {
    var json: JSONValue {
        .present([
            ("transactionId", .string(String(self.id))), ("originalTransactionId", .string(String(originalID))),
            ("customer", .string(customerID)), ("productId", .string(productID)),
            ("type", .string(productType.rawValue)), ("subscriptionGroupIdentifier", text(subscriptionGroupID)),
            ("purchaseDate", .integer(purchaseDate)), ("originalPurchaseDate", .integer(originalPurchaseDate)),
            ("expiresDate", number(expiresDate)), ("quantity", .integer(quantity)), ("price", .integer(price)),
            ("currency", .string(storefront.currency)), ("storefront", .string(storefront.countryCode)),
            ("transactionReason", .string(reason.rawValue)), ("inAppOwnershipType", .string(ownership.rawValue)),
            ("orderId", .string(orderID)), ("webOrderLineItemId", idText(webOrderLineItemID)),
            ("appAccountToken", text(appAccountToken)), ("appTransactionId", .string(appTransactionID)),
            ("offerType", (offer?.type.rawValue).map { .integer($0) }), ("offerIdentifier", text(offer?.identifier)),
            ("revocationDate", number(revocation?.date)),
            ("revocationReason", (revocation?.reason.rawValue).map { .integer($0) }),
            ("revocationType", text(revocation?.type?.rawValue)), ("isUpgraded", isUpgraded ? true : nil),
        ])
    }
}

extension SubscriptionLine {
    var json: JSONValue {
        .present([
            ("originalTransactionId", .string(String(originalID))), ("customer", .string(customerID)),
            ("subscriptionGroupIdentifier", .string(groupID)), ("inAppOwnershipType", .string(ownership.rawValue)),
            ("status", .integer(status.rawValue)), ("transactionId", .string(String(transaction.id))),
            ("productId", .string(transaction.productID)), ("expiresDate", number(transaction.expiresDate)),
            ("autoRenewStatus", .integer(renewalInfo.autoRenews ? 1 : 0)),
            ("autoRenewProductId", .string(renewalInfo.autoRenewProductID)),
            ("expirationIntent", (renewalInfo.expirationIntent?.rawValue).map { .integer($0) }),
            ("isInBillingRetryPeriod", .boolean(renewalInfo.isInBillingRetryPeriod)),
            ("gracePeriodExpiresDate", number(renewalInfo.gracePeriodExpiresDate)),
            ("priceIncreaseStatus", (renewalInfo.priceIncreaseStatus?.rawValue).map { .integer($0) }),
            ("renewalDate", .integer(renewalInfo.renewalDate)), ("renewalPrice", number(renewalInfo.renewalPrice)),
        ])
    }
}

extension PendingPurchase {
    var json: JSONValue {
        [
            "transactionId": .string(String(self.id)), "customer": .string(request.customer),
            "productId": .string(request.product), "date": .integer(date), "waitsFor": .string(reason.rawValue),
        ]
    }
}

extension SimulatedNotification {
    var json: JSONValue {
        var transaction: SimulatedTransaction?
        if case .data(let data) = content { transaction = data.transaction }
        return .present([
            ("notificationUUID", .string(self.id)), ("notificationType", .string(type.rawValue)),
            ("subtype", text(subtype?.rawValue)), ("signedDate", .integer(signedDate)),
            ("customer", text(customerID)), ("transactionId", idText(transaction?.id)),
            ("originalTransactionId", idText(transaction?.originalID)),
            ("productId", text(transaction?.productID)),
        ])
    }
}

extension SessionEvent {
    var json: JSONValue {
        var json: JSONValue = ["date": .integer(date)]
        switch self {
        case .notification(let signed): json["notification"] = signed.notification.json
        case .occurrence(let occurrence):
            switch occurrence.kind {
            case .transaction(let transaction): json["transaction"] = transaction.json
            case .status(let originalID, let status):
                json["status"] = [
                    "originalTransactionId": .string(String(originalID)), "status": .integer(status.rawValue),
                ]
            case .notification(let notification): json["notification"] = notification.json
            case .message(let customer, let reason):
                json["message"] = ["customer": .string(customer), "reason": .string(String(describing: reason))]
            case .pendingPurchase(let pending): json["pendingPurchase"] = pending.json
            case .declinedPurchase(let pending): json["declinedPurchase"] = pending.json
            case .purchaseIntent(let customer, let product, let offer):
                json["purchaseIntent"] = .present([
                    ("customer", .string(customer)), ("productId", .string(product)), ("offer", text(offer)),
                ])
            }
        }
        return json
    }
}

extension SendAttempt {
    var json: JSONValue { ["attemptDate": .integer(date), "sendAttemptResult": .string(result.rawValue)] }
}

extension DeliveredAttempt {
    var json: JSONValue {
        [
            "notificationUUID": .string(notification.id),
            "notificationType": .string(notification.notification.type.rawValue), "attemptDate": .integer(date),
            "attempt": .integer(attempt.number), "sendAttemptResult": .string(result.rawValue),
            "isDuplicate": .boolean(attempt.isDuplicate),
        ]
    }
}

extension CatalogProduct {
    var json: JSONValue {
        .present([
            ("productId", .string(self.id)), ("type", .string(type.rawValue)), ("price", .integer(price)),
            ("isFamilyShareable", .boolean(isFamilyShareable)), ("subscriptionGroupIdentifier", text(groupID)),
            ("level", groupID == nil ? nil : .integer(level)), ("period", text(period?.iso8601)),
            ("introductoryOffer", introductoryOffer?.json),
            ("promotionalOffers", CatalogOffer.list(promotionalOffers)), ("codeOffers", CatalogOffer.list(codeOffers)),
            ("winBackOffers", CatalogOffer.list(winBackOffers)),
        ])
    }
}

extension CatalogOffer {
    static func list(_ offers: [CatalogOffer]) -> JSONValue? {
        offers.isEmpty ? nil : .array(offers.map(\.json))
    }

    var json: JSONValue {
        .present([
            ("id", text(id)), ("paymentMode", .string(paymentMode.rawValue)),
            ("period", text(period?.iso8601)), ("periodCount", .integer(periodCount)),
            ("price", .integer(price)),
        ])
    }
}
