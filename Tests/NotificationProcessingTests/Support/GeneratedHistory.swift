import EntitlementStorage
import Entitlements
import OpenSSLCrypto
import TestSupport

/// The deliveries of one customer's purchases, made at random; ids and instants are few, so that ties are common.
struct GeneratedHistory {
    private var generator: SeededGenerator
    /// What the ids of this history begin with, so that many histories fit into one store.
    private let prefix: String
    private let scope: AppScope
    private static let day: Int64 = 86_400_000

    /// The deliveries in the order in which they happened.
    static func deliveries(number: Int) -> [VerifiedDelivery] {
        var history = GeneratedHistory(number: number)
        return (0..<history.number(2...3)).map { _ in history.delivery() }
    }

    private init(number: Int) {
        generator = SeededGenerator(seed: UInt64(number) &* 0x9E37_79B9)
        prefix = "\(number + 1)0"
        scope =
            switch number % 5 {
            case 0: AppScope(environment: "Production", bundleId: "com.example.app")
            case 1: AppScope(environment: "Xcode", bundleId: "com.example.app", realm: "c0ffee")
            default: AppScope(environment: "Sandbox", bundleId: "com.example.app")
            }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    private mutating func choice<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }

    private mutating func instant() -> Int64 {
        choice([0, 1, 7, 10, 29, 30, 31, 37, 60, 61, 90, 91, 120]) * GeneratedHistory.day
    }

    private mutating func line() -> String { prefix + (chance(85) ? "1" : "2") }

    private mutating func delivery() -> VerifiedDelivery {
        if chance(15) {
            let fact = transaction(date: chance(95) ? instant() : 0)
            return VerifiedDelivery(
                scope: scope, notification: nil, text: fact.text ?? text("{}"), facts: [fact], hasPurchaseFact: true,
                receivedAt: 1, source: .client)
        }
        let date = instant()
        var facts: [StoredVersion] = []
        if chance(80) { facts.append(transaction(date: chance(90) ? date : instant())) }
        if chance(60) { facts.append(renewal(date: chance(90) ? date : instant())) }
        if facts.isEmpty, chance(30) { facts.append(appTransaction(date: date)) }
        let says = chance(70) ? StatusStatement(originalTransactionId: line(), status: number(1...5)) : nil
        // One notification id on several payloads happens too.
        let uuid = "\(prefix)-\(chance(90) ? number(1...1_000_000) : 0)"
        let outer = text(
            ([uuid, "\(date)", says.map { "\($0.originalTransactionId)=\($0.status)" } ?? ""]
                + facts.map { String($0.version.digest.hexadecimal.prefix(24)) }).joined(separator: " "))
        let digest = FactDigest(bytes: SHA256.digest(of: outer.payload).bytes) ?? .zero
        if let says {
            facts.append(
                StoredVersion(
                    version: FactVersion(
                        status: says, scope: scope, notificationDate: date, notificationDigest: digest), text: nil))
        }
        return VerifiedDelivery(
            scope: scope,
            notification: NotificationHeader(uuid: uuid, type: "DID_RENEW", signedDate: date, digest: digest),
            text: outer, facts: facts,
            hasPurchaseFact: facts.contains { $0.version.identity.kind != .appTransaction }, receivedAt: 1,
            source: .appStore)
    }

    private mutating func transaction(date: Int64) -> StoredVersion {
        let start = instant()
        let isSubscription = chance(85)
        var says = TransactionStatement(
            transactionId: prefix + choice(["1", "2", "3", "4"]), originalTransactionId: line(),
            type: isSubscription
                ? "Auto-Renewable Subscription"
                : choice(["Consumable", "Non-Consumable", "Non-Renewing Subscription", "Something new"]),
            productId: choice(["p1", "p2"]), subscriptionGroupIdentifier: isSubscription ? "g" : nil,
            purchaseDate: start,
            expiresDate: isSubscription ? start + choice([7, 30, 365]) * GeneratedHistory.day : nil)
        if chance(30) { says.webOrderLineItemId = choice(["w1", "w2", "0"]) }
        if chance(20) { says.revocationDate = instant() }
        if chance(15) { says.revocationPercentage = choice([0, 50_000, 100_000]) }
        if chance(15) { says.isUpgraded = true }
        if chance(40) { says.transactionReason = choice(["PURCHASE", "RENEWAL"]) }
        if chance(40) { says.inAppOwnershipType = choice(["PURCHASED", "FAMILY_SHARED"]) }
        if chance(30) { says.appAccountToken = choice(["token-a", "token-b"]) }
        if chance(20) { says.appTransactionId = choice(["7", "8"]) }
        // Written out by hand: describing a value by reflection would take most of the time of a run.
        return version(
            .transaction, says.transactionId, date, .transaction(says),
            [
                says.originalTransactionId, says.type, says.productId, says.purchaseDate.map(String.init),
                says.expiresDate.map(String.init), says.webOrderLineItemId, says.revocationDate.map(String.init),
                says.revocationPercentage.map(String.init), says.isUpgraded ? "up" : nil, says.transactionReason,
                says.inAppOwnershipType, says.appAccountToken, says.appTransactionId,
            ])
    }

    private mutating func renewal(date: Int64) -> StoredVersion {
        var says = RenewalStatement(originalTransactionId: line(), productId: "p1")
        says.autoRenewStatus = choice([0, 1, nil])
        says.isInBillingRetryPeriod = chance(60)
        if chance(50) { says.gracePeriodExpiresDate = instant() }
        if chance(20) { says.expirationIntent = number(1...5) }
        return version(
            .renewalInfo, says.originalTransactionId, date, .renewalInfo(says),
            [
                says.autoRenewStatus.map(String.init), says.isInBillingRetryPeriod ? "retry" : nil,
                says.gracePeriodExpiresDate.map(String.init), says.expirationIntent.map(String.init),
            ])
    }

    private mutating func appTransaction(date: Int64) -> StoredVersion {
        let says = AppTransactionStatement(appTransactionId: prefix + "7", originalPurchaseDate: instant())
        return version(
            .appTransaction, says.appTransactionId, date, .appTransaction(says),
            [says.originalPurchaseDate.map(String.init)])
    }

    /// The payload is a stand-in that differs where the statement does, so that equal keys mean equal statements.
    private func version(
        _ kind: FactKind, _ id: String, _ date: Int64, _ statement: Statement, _ says: [String?]
    ) -> StoredVersion {
        let text = text("\(kind.rawValue) \(id) \(date) " + says.map { $0 ?? "-" }.joined(separator: "|"))
        return StoredVersion(
            version: FactVersion(
                identity: FactIdentity(scope: scope, kind: kind, id: id), date: date,
                digest: FactDigest(bytes: SHA256.digest(of: text.payload).bytes) ?? .zero, statement: statement),
            text: text)
    }

    private func text(_ payload: String) -> SignedText {
        SignedText(
            headerSegment: Array("eyJhbGciOiJFUzI1NiJ9".utf8), payload: Array(payload.utf8),
            signature: Array(repeating: 7, count: 64))
    }
}
