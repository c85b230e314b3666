import AppStoreModels
import Entitlements
import StoreSimulator

/// What a server that receives everything would hold, and what it would answer.
struct StatementBook {
    private let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")
    private var versions: [FactVersion] = []
    /// Transactions and renewal infos that say different things under one date.
    private(set) var conflicts: [String] = []
    private var transactions: [String: SimulatedTransaction] = [:]
    private var renewals: [String: SimulatedRenewalInfo] = [:]

    mutating func insert(_ occurrences: [StoreOccurrence]) {
        for occurrence in occurrences {
            switch occurrence.kind {
            case .transaction(let transaction): insert(transaction, at: occurrence.date)
            case .notification(let notification):
                guard let data = notification.data else { continue }
                if let transaction = data.transaction { insert(transaction, at: notification.signedDate) }
                guard let renewal = data.renewalInfo, let status = data.status else { continue }
                insert(renewal, at: notification.signedDate)
                insert(
                    .storeStatus, String(renewal.originalID), notification.signedDate,
                    .storeStatus(
                        StatusStatement(
                            originalTransactionId: String(renewal.originalID), status: Int(status.rawValue))))
            default: break
            }
        }
    }

    private mutating func insert(_ transaction: SimulatedTransaction, at date: Int64) {
        let held = transactions.updateValue(transaction, forKey: "\(transaction.id) \(date)")
        if let held, held != transaction { conflicts.append("transaction \(transaction.id) at \(date)") }
        insert(
            .transaction, String(transaction.id), date,
            .transaction(
                TransactionStatement(
                    transactionId: String(transaction.id), originalTransactionId: String(transaction.originalID),
                    webOrderLineItemId: transaction.webOrderLineItemID.map(String.init),
                    type: transaction.productType.rawValue, productId: transaction.productID,
                    subscriptionGroupIdentifier: transaction.subscriptionGroupID,
                    purchaseDate: transaction.purchaseDate, expiresDate: transaction.expiresDate,
                    revocationDate: transaction.revocation?.date,
                    revocationPercentage: transaction.revocation?.percentage, isUpgraded: transaction.isUpgraded,
                    transactionReason: transaction.reason.rawValue,
                    inAppOwnershipType: transaction.ownership.rawValue,
                    appTransactionId: transaction.appTransactionID)))
    }

    private mutating func insert(_ renewal: SimulatedRenewalInfo, at date: Int64) {
        let held = renewals.updateValue(renewal, forKey: "\(renewal.originalID) \(date)")
        if let held, held != renewal { conflicts.append("renewal info \(renewal.originalID) at \(date)") }
        insert(
            .renewalInfo, String(renewal.originalID), date,
            .renewalInfo(
                RenewalStatement(
                    originalTransactionId: String(renewal.originalID), productId: renewal.productID,
                    isInBillingRetryPeriod: renewal.isInBillingRetryPeriod,
                    gracePeriodExpiresDate: renewal.gracePeriodExpiresDate)))
    }

    private mutating func insert(_ kind: FactKind, _ id: String, _ date: Int64, _ statement: Statement) {
        versions.append(
            FactVersion(
                identity: FactIdentity(scope: scope, kind: kind, id: id), date: date, digest: .zero,
                statement: statement))
    }

    /// Where the answers for now differ from what the store says of its subscriptions.
    func differences(from world: StoreWorld) -> [String] {
        let records = LineRecord.records(of: versions)
        let configuration = EvaluationConfiguration()
        var states: [String: EntitlementState] = [:]
        for record in records {
            let answers = Evaluator.evaluate(record, configuration: configuration, now: world.now, asOf: world.now)
            if let answer = answers.first(where: { $0.type == ProductType.autoRenewableSubscription.rawValue }) {
                states[record.originalTransactionId] = answer.state
            }
        }
        let names: [SubscriptionStatus: EntitlementState] = [
            .active: .active, .expired: .expired, .billingRetry: .billingRetry, .billingGracePeriod: .gracePeriod,
            .revoked: .revoked,
        ]
        return world.allSubscriptions.compactMap { line in
            let answer = states[String(line.originalID)]
            guard answer != names[line.status] else { return nil }
            // Without the date the end of grace is a guess, by the length of the period that ended.
            if line.status == .billingGracePeriod, world.settings.omitsGraceDate { return nil }
            return "line \(line.originalID) of \(line.customerID): store \(line.status), answer "
                + (answer?.rawValue ?? "none")
        }
    }
}
