internal import EntitlementStorage
internal import Entitlements
internal import OpenSSLCrypto

/// Notifications made by hand, which bring events: the stores look at keys and texts, never at signatures.
enum TestEvents {
    static let scope = AppScope(environment: "Production", bundleId: "com.example.app")
    static let day: Int64 = 86_400_000

    /// The text of a notification, which a raw target gets.
    static func text(_ uuid: String) -> SignedText {
        SignedText(
            headerSegment: Array("eyJhbGciOiJFUzI1NiJ9".utf8), payload: Array(#"{"notificationUUID":"\#(uuid)"}"#.utf8),
            signature: [UInt8](repeating: 7, count: 64))
    }

    /// A notification about a line's period, which brings an event for the change and one for itself.
    static func notification(
        line: String, period: Int, at now: Int64, scope: AppScope = scope
    ) -> Submission {
        let uuid = "\(scope.environment)-\(line)-\(period)"
        let text = text(uuid)
        let date = now + Int64(period)
        let id = "\(line)\(period)"
        let statement = TransactionStatement(
            transactionId: id, originalTransactionId: line, type: "Auto-Renewable Subscription", productId: "pro",
            subscriptionGroupIdentifier: "g", purchaseDate: date, expiresDate: date + 400 * day,
            transactionReason: period == 0 ? "PURCHASE" : "RENEWAL")
        let fact = FactVersion(
            identity: FactIdentity(scope: scope, kind: .transaction, id: id), date: date,
            digest: digest(Array("transaction \(uuid)".utf8)), statement: .transaction(statement))
        return .verified(
            VerifiedDelivery(
                scope: scope,
                notification: NotificationHeader(
                    uuid: uuid, type: period == 0 ? "SUBSCRIBED" : "DID_RENEW", signedDate: date,
                    digest: digest(text.payload)),
                text: text, facts: [StoredVersion(version: fact, text: self.text("transaction \(uuid)"))],
                hasPurchaseFact: true, receivedAt: date, source: .appStore))
    }

    private static func digest(_ bytes: [UInt8]) -> FactDigest {
        FactDigest(bytes: SHA256.digest(of: bytes).bytes) ?? .zero
    }
}
