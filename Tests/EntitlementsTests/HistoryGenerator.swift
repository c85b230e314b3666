import AppStoreModels
import Entitlements
import TestSupport

/// Makes histories of one app at random: few ids, lines and instants, so that ties and exact bounds are common.
struct HistoryGenerator {
    static let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")
    static let day: Int64 = 86_400_000

    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    /// An instant on a coarse grid, sometimes a millisecond beside it.
    mutating func instant() -> Int64 {
        let days: [Int64] = [0, 1, 5, 7, 10, 12, 13, 16, 28, 29, 30, 31, 35, 37, 40, 58, 60, 61, 90, 95, 97, 100, 120]
        let beside: Int64 = chance(15) ? pick([-1, 1]) : 0
        return pick(days) * HistoryGenerator.day + beside
    }

    mutating func configuration() -> EvaluationConfiguration {
        var configuration = EvaluationConfiguration()
        if chance(30) { configuration.partialRevocation = .endsAccess }
        if chance(30) { configuration.graceCapSeconds = 5 * 86_400 }
        if chance(50) { configuration.nonRenewingDurations = ["p1": CalendarDuration(months: 1)] }
        return configuration
    }

    /// Several lines' worth of versions, in order of making.
    mutating func history() -> [FactVersion] {
        let isPlain = chance(40)
        return (0..<Int.random(in: 1...14, using: &generator)).map { _ in
            switch Int.random(in: 0..<10, using: &generator) {
            case 0, 1: renewal()
            case 2: status()
            default: transaction(isPlain: isPlain)
            }
        }
    }

    private mutating func line() -> String { chance(85) ? "1" : pick(["2", "10", "x"]) }

    private mutating func transaction(isPlain: Bool) -> FactVersion {
        let start = instant()
        let length: Int64 = pick([3, 7, 7, 30, 30, 30, 60, 365, 0])
        let isSubscription = isPlain || chance(85)
        let isFamily = chance(isPlain ? 10 : 40)
        var says = TransactionStatement(
            transactionId: pick(["1", "2", "3", "4", "9", "10", "x", "y"]), originalTransactionId: line(),
            type: isSubscription ? "Auto-Renewable Subscription" : otherType(), productId: pick(["p1", "p2"]),
            subscriptionGroupIdentifier: isSubscription ? "g" : nil, purchaseDate: start,
            expiresDate: isSubscription ? start + length * HistoryGenerator.day : nil)
        if chance(35) { says.webOrderLineItemId = pick(["w1", "w2", "w3", "0", ""]) }
        if chance(25) { says.revocationDate = instant() }
        if chance(25) { says.revocationPercentage = pick([0, 50_000, 99_999, 100_000]) }
        if chance(20) { says.isUpgraded = true }
        if chance(50) { says.transactionReason = pick(["PURCHASE", "RENEWAL"]) }
        if chance(60) { says.inAppOwnershipType = isFamily ? "FAMILY_SHARED" : pick(["PURCHASED", "FAMILY_SHARED"]) }
        if chance(30) { says.appAccountToken = pick(["token-a", "token-b"]) }
        if chance(20) { says.appTransactionId = pick(["7", "8"]) }
        if !isPlain {
            if chance(5) { says.originalTransactionId = nil }
            if chance(5) { says.purchaseDate = nil }
            if chance(8) { says.expiresDate = nil }
            if chance(8) { says.type = pick([nil, "Something new"]) }
        }
        // Renewals are often signed a little before they begin.
        let signed = chance(40) ? start - pick([0, 1, HistoryGenerator.day / 2]) : instant()
        return version(.transaction, id: says.transactionId, chance(3) ? 0 : signed, .transaction(says))
    }

    private mutating func otherType() -> String {
        pick(["Consumable", "Non-Consumable", "Non-Renewing Subscription", "Something new"])
    }

    private mutating func renewal() -> FactVersion {
        var says = RenewalStatement(originalTransactionId: line(), productId: "p1")
        says.autoRenewStatus = pick([0, 1, nil])
        says.autoRenewProductId = pick(["p1", "p2", nil])
        says.isInBillingRetryPeriod = chance(70)
        if chance(50) { says.gracePeriodExpiresDate = instant() }
        if chance(20) { says.appAccountToken = pick(["token-a", "token-b"]) }
        if chance(20) { says.appTransactionId = pick(["7", "8"]) }
        return version(.renewalInfo, id: says.originalTransactionId, instant(), .renewalInfo(says))
    }

    private mutating func status() -> FactVersion {
        let says = StatusStatement(originalTransactionId: line(), status: pick([1, 2, 3, 4, 4, 4, 5]))
        return version(.storeStatus, id: says.originalTransactionId, instant(), .storeStatus(says))
    }

    /// The digest depends on all that is said, so that equal keys mean equal statements.
    private func version(_ kind: FactKind, id: String, _ date: Int64, _ statement: Statement) -> FactVersion {
        FactVersion(
            identity: FactIdentity(scope: HistoryGenerator.scope, kind: kind, id: id), date: date,
            digest: TestDigest.of("\(kind.rawValue) \(id) \(date) \(text(of: statement))"), statement: statement)
    }

    /// Written out by hand: describing a value by reflection would take most of the time of a run.
    private func text(of statement: Statement) -> String {
        let parts: [String?]
        switch statement {
        case .transaction(let says):
            parts = [
                says.originalTransactionId, says.webOrderLineItemId, says.type, says.productId,
                says.subscriptionGroupIdentifier, says.purchaseDate?.description, says.expiresDate?.description,
                says.revocationDate?.description, says.revocationPercentage?.description, says.isUpgraded.description,
                says.transactionReason, says.inAppOwnershipType, says.appAccountToken, says.appTransactionId,
            ]
        case .renewalInfo(let says):
            parts = [
                says.productId, says.autoRenewProductId, says.autoRenewStatus?.description,
                says.expirationIntent?.description, says.isInBillingRetryPeriod.description,
                says.gracePeriodExpiresDate?.description, says.appAccountToken, says.appTransactionId,
            ]
        case .storeStatus(let says): parts = [says.status.description]
        case .appTransaction, .notification: parts = []
        }
        return parts.map { $0 ?? "-" }.joined(separator: "|")
    }
}
