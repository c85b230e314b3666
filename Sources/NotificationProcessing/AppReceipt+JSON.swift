internal import AppStoreModels
package import AppStoreVerification
internal import JWS
package import StrictJSON

extension AppReceipt {
    /// The receipt as an object: dates in milliseconds since 1970, bytes in base64, what is absent left out.
    package var json: JSONValue {
        .object(
            [
                JSONMember("receiptType", text: receiptType),
                JSONMember("bundleId", .string(bundleId)),
                JSONMember("applicationVersion", text: applicationVersion),
                JSONMember("receiptCreationDate", time: receiptCreationDate),
                JSONMember("originalApplicationVersion", text: originalApplicationVersion),
                JSONMember("originalPurchaseDate", time: originalPurchaseDate),
                JSONMember("expirationDate", time: expirationDate),
                JSONMember("opaqueValue", text: opaqueValue.map(Base64.encode)),
                JSONMember("sha1Hash", text: sha1Hash.map(Base64.encode)),
                JSONMember("inApp", .array(inApp.map(\.json))),
                JSONMember("otherAttributes", .array(otherAttributes.map(\.json))),
            ].compactMap(\.self))
    }
}

extension InAppPurchaseReceipt {
    /// The purchase as an object: dates in milliseconds since 1970, bytes in base64, what is absent left out.
    package var json: JSONValue {
        .object(members + [JSONMember("otherAttributes", .array(otherAttributes.map(\.json)))])
    }

    /// What is known of the purchase.
    package var members: [JSONMember] {
        [
            JSONMember("productId", .string(productId)),
            JSONMember("transactionId", .string(transactionId)),
            JSONMember("originalTransactionId", text: originalTransactionId),
            JSONMember("purchaseDate", time: purchaseDate),
            JSONMember("originalPurchaseDate", time: originalPurchaseDate),
            JSONMember("expiresDate", time: expiresDate),
            JSONMember("cancellationDate", time: cancellationDate),
            quantity.map { JSONMember("quantity", .integer($0)) },
            JSONMember("webOrderLineItemId", text: webOrderLineItemId),
            isInIntroOfferPeriod.map { JSONMember("isInIntroOfferPeriod", .boolean($0)) },
        ].compactMap(\.self)
    }
}

extension ReceiptAttribute {
    fileprivate var json: JSONValue {
        ["type": .integer(type), "version": .integer(version), "value": .string(Base64.encode(value))]
    }
}

extension JSONMember {
    fileprivate init?(_ name: String, text: String?) {
        guard let text else { return nil }
        self.init(name, .string(text))
    }

    fileprivate init?(_ name: String, time: Timestamp?) {
        guard let time else { return nil }
        self.init(name, .integer(time.milliseconds))
    }
}
