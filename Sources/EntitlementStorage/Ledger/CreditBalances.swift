package import Entitlements
package import StrictJSON

/// How much of some purchases was used up.
package struct CreditBalances: Sendable {
    private let sums: [LedgerSubject: ConsumptionSum]

    /// Adds up entries, those of any subjects; those after an instant do not count, where one is given.
    package init(_ entries: [LedgerEntry], asOf: Int64? = nil) {
        sums = Dictionary(grouping: entries, by: \.subject).mapValues { ConsumptionSum($0, asOf: asOf) }
    }

    /// The answer as JSON: that of a consumable tells how many of its `quantity` were `consumed` and are `remaining`.
    ///
    /// Of a purchase that was refunded nothing remains, whatever was used up before.
    package func json(_ answer: EntitlementAnswer) -> JSONValue {
        var json = answer.json()
        guard let subject = answer.creditSubject else { return json }
        let sum = sums[subject]
        let left = sum?.remaining(of: Int64(answer.quantity)) ?? Int64(answer.quantity)
        json["consumed"] = .integer(sum?.consumed ?? 0)
        json["remaining"] = .integer(answer.state == .credited ? left : 0)
        return json
    }
}

extension EntitlementAnswer {
    /// What entries about the credits of the purchase are about; nil when it gives none.
    package var creditSubject: LedgerSubject? {
        guard isConsumable, let transactionId else { return nil }
        return LedgerSubject(scope: scope, kind: .purchase, id: transactionId)
    }
}

extension EntitlementStore {
    /// How much was used up of the credits among some answers.
    package func balances(
        of answers: some Sequence<EntitlementAnswer>, asOf: Int64?
    ) async throws(StoreError) -> CreditBalances {
        let subjects = answers.compactMap(\.creditSubject)
        guard !subjects.isEmpty else { return CreditBalances([]) }
        return CreditBalances(try await ledger(of: subjects), asOf: asOf)
    }
}
