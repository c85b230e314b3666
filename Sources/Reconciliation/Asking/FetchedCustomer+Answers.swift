internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing

extension FetchedCustomer {
    /// Takes a page of transactions.
    mutating func add(_ list: SignedList<JWSTransactionDecodedPayload>, from origin: FetchedStatement.Origin) {
        refusals += list.failures
        for transaction in list.verified {
            guard let fact = transaction.fact(in: AppScope(transaction), date: 0) else { continue }
            statements.append(
                FetchedStatement(
                    [fact.version], origin: origin, contents: [.transaction(transaction.signedText.compact)]))
        }
    }

    /// Takes how the customer's subscriptions stand; before everything else, as it brings renewal info.
    mutating func add(_ statuses: SubscriptionStatuses) {
        refusals += statuses.failures
        var found: [FetchedStatement] = []
        for item in statuses.items {
            let scope = AppScope(item.transaction)
            guard let transaction = item.transaction.fact(in: scope, date: 0)?.version,
                let renewalInfo = item.renewalInfo.fact(in: scope, date: 0)?.version
            else { continue }
            let statement = FetchedStatement(
                [transaction, renewalInfo], origin: .statuses,
                contents: [
                    .transaction(item.transaction.signedText.compact),
                    // It names no app; the transaction of the same line beside it does, and it was verified.
                    .renewalInfo(item.renewalInfo.signedText.compact, bundleId: scope.bundleId),
                ])
            found.append(statement)
            if let line = statement.line, let status = item.status {
                self.statuses[line] = FetchedStatus(
                    status: status.rawValue, date: max(transaction.date, renewalInfo.date))
            }
        }
        statements = found + statements
    }
}
