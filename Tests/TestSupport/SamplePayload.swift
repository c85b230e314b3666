package import StrictJSON

/// Payloads that are sound in every part, shaped like the App Store's; tests change what they are about.
///
/// They agree with each other: one app, one line, one moment of signing.
package enum SamplePayload {
    /// The app of all samples.
    package static let bundleId = "com.example.app"
    /// That app's Apple id.
    package static let appAppleId: Int64 = 1_234_567_890
    /// 2026-06-01T00:00:00Z, when all samples were signed.
    package static let signedDate: Int64 = 1_780_272_000_000
    /// The line of purchases that transaction and renewal info are about.
    package static let originalTransactionId = "2000000900000001"
    /// The first period's transaction.
    package static let transactionId = "2000000900000001"
    /// Thirty days in milliseconds, the length of the sample's period.
    package static let period: Int64 = 30 * 86_400_000

    /// An auto-renewable subscription's first period; a change to `null` removes a member.
    package static func transaction(_ changes: JSONValue = [:], environment: String = "Sandbox") -> JSONValue {
        let transaction: JSONValue = [
            "transactionId": .string(transactionId),
            "originalTransactionId": .string(originalTransactionId),
            "webOrderLineItemId": "2000000800000001",
            "bundleId": .string(bundleId),
            "productId": "com.example.app.pro.monthly",
            "subscriptionGroupIdentifier": "21000001",
            "purchaseDate": .integer(signedDate - 5000),
            "originalPurchaseDate": .integer(signedDate - 5000),
            "expiresDate": .integer(signedDate - 5000 + period),
            "quantity": 1,
            "type": "Auto-Renewable Subscription",
            "inAppOwnershipType": "PURCHASED",
            "signedDate": .integer(signedDate),
            "environment": .string(environment),
            "transactionReason": "PURCHASE",
            "storefront": "USA",
            "storefrontId": "143441",
            "price": 9990,
            "currency": "USD",
            "appTransactionId": "704000000000000001",
        ]
        return transaction.replacing(changes)
    }

    /// The renewal state that belongs to the transaction.
    package static func renewalInfo(_ changes: JSONValue = [:], environment: String = "Sandbox") -> JSONValue {
        let renewalInfo: JSONValue = [
            "originalTransactionId": .string(originalTransactionId),
            "autoRenewProductId": "com.example.app.pro.monthly",
            "productId": "com.example.app.pro.monthly",
            "autoRenewStatus": 1,
            "renewalPrice": 9990,
            "currency": "USD",
            "signedDate": .integer(signedDate),
            "environment": .string(environment),
            "recentSubscriptionStartDate": .integer(signedDate - 5000),
            "renewalDate": .integer(signedDate - 5000 + period),
            "appTransactionId": "704000000000000001",
        ]
        return renewalInfo.replacing(changes)
    }

    /// A notification about the subscription, with nothing signed inside; see `TestSigner`.
    ///
    /// - Parameters:
    ///   - type: What happened.
    ///   - changes: Members of the payload to replace or add; `null` removes one.
    ///   - data: Members of the container `data` to replace or add; `null` removes one.
    ///   - environment: The environment it is from.
    /// - Returns: The payload.
    package static func notification(
        _ type: String = "SUBSCRIBED", _ changes: JSONValue = [:], data: JSONValue = [:],
        environment: String = "Sandbox"
    ) -> JSONValue {
        let container: JSONValue = [
            "appAppleId": .integer(appAppleId),
            "bundleId": .string(bundleId),
            "bundleVersion": "1",
            "environment": .string(environment),
            "status": 1,
        ]
        let notification: JSONValue = [
            "notificationType": .string(type),
            "notificationUUID": "00000000-0000-4000-8000-000000000001",
            "data": container.replacing(data),
            "version": "2.0",
            "signedDate": .integer(signedDate),
        ]
        return notification.replacing(changes)
    }

    /// A download of the app.
    package static func appTransaction(_ changes: JSONValue = [:], environment: String = "Sandbox") -> JSONValue {
        let appTransaction: JSONValue = [
            "receiptType": .string(environment),
            "appAppleId": .integer(appAppleId),
            "bundleId": .string(bundleId),
            "applicationVersion": "1",
            "versionExternalIdentifier": 800_000_001,
            "receiptCreationDate": .integer(signedDate),
            "originalPurchaseDate": .integer(signedDate - 5000),
            "originalApplicationVersion": "1.0",
            "appTransactionId": "704000000000000001",
            "originalPlatform": "iOS",
        ]
        return appTransaction.replacing(changes)
    }

    /// A question for a retention message.
    package static func realtimeRequest(_ changes: JSONValue = [:], environment: String = "Sandbox") -> JSONValue {
        let request: JSONValue = [
            "originalTransactionId": .string(originalTransactionId),
            "appAppleId": .integer(appAppleId),
            "productId": "com.example.app.pro.monthly",
            "userLocale": "en-US",
            "requestIdentifier": "00000000-0000-4000-8000-000000000002",
            "environment": .string(environment),
            "signedDate": .integer(signedDate),
        ]
        return request.replacing(changes)
    }
}

extension JSONValue {
    /// The object with members replaced or added; a change to `null` removes its member.
    package func replacing(_ changes: JSONValue) -> JSONValue {
        guard case .object(let members) = changes else { return self }
        var value = self
        for member in members { value[member.name] = member.value == .null ? Optional.none : member.value }
        return value
    }
}
