package import Entitlements

/// Asks to use up credits of one purchase, once.
package struct ConsumptionRequest: Hashable, Sendable {
    /// The line of the purchase.
    package var line: LineIdentity
    /// The transaction.
    package var transactionId: String
    /// How many; nil for all that are left.
    package var quantity: Int64?
    /// The key by which the same request is known again.
    package var key: String
    /// The present, in milliseconds since 1970.
    package var now: Int64

    /// Puts a request together.
    package init(line: LineIdentity, transactionId: String, quantity: Int64?, key: String, now: Int64) {
        self.line = line
        self.transactionId = transactionId
        self.quantity = quantity
        self.key = key
        self.now = now
    }

    /// What it is about.
    package var subject: LedgerSubject { LedgerSubject(scope: line.scope, kind: .purchase, id: transactionId) }
}

/// What became of a request to use up credits.
package enum ConsumptionResult: Hashable, Sendable {
    /// They were used up: now, or by the same request before.
    case consumed(LedgerEntry, Consumption, isRepeated: Bool)
    /// Another request had the same key.
    case keyTaken(LedgerEntry)
    /// No such purchase is held.
    case unknown
    /// What was bought is of another type.
    case otherType(String?)
    /// The purchase was refunded.
    case revoked(at: Int64?, consumed: Int64)
    /// Fewer are left than were asked for.
    case tooFew(bought: Int64, consumed: Int64)
}

extension ConsumptionRequest {
    /// Decides on the request, from everything that counts.
    package func decide(
        _ view: LedgerView, configuration: EvaluationConfiguration
    ) -> LedgerDecision<ConsumptionResult> {
        if let kept = view.keyed {
            guard kept.subject == subject, case .consumption(let consumption) = kept.content,
                consumption.requested == quantity
            else { return LedgerDecision(.keyTaken(kept)) }
            return LedgerDecision(.consumed(kept, consumption, isRepeated: true))
        }
        let answers = view.record.map { Evaluator.evaluate($0, configuration: configuration, now: now) } ?? []
        guard let purchase = answers.first(where: { $0.transactionId?.hasSameBytes(as: transactionId) ?? false }) else {
            return LedgerDecision(typeOfOther(view.record))
        }
        guard purchase.isConsumable else { return LedgerDecision(.otherType(purchase.type)) }
        let sum = ConsumptionSum(view.entries)
        guard purchase.state == .credited else {
            return LedgerDecision(.revoked(at: purchase.revocationDate, consumed: sum.consumed))
        }
        let bought = Int64(purchase.quantity)
        let left = sum.remaining(of: bought)
        let taken = quantity ?? left
        guard taken > 0, taken <= left else { return LedgerDecision(.tooFew(bought: bought, consumed: sum.consumed)) }
        let consumption = Consumption(
            requested: quantity, quantity: taken, bought: bought, consumed: sum.consumed + taken)
        let entry = LedgerEntry(subject: subject, at: now, key: key, content: .consumption(consumption))
        return LedgerDecision(.consumed(entry, consumption, isRepeated: false), keeping: entry)
    }
}

extension ConsumptionRequest {
    /// What to say of a transaction that no answer speaks for: a period of a subscription, or one that is not held.
    private func typeOfOther(_ record: LineRecord?) -> ConsumptionResult {
        let identity = FactIdentity(scope: line.scope, kind: .transaction, id: transactionId)
        guard case .transaction(let statement) = record?.held(identity)?.statement,
            statement.lineId.hasSameBytes(as: line.originalTransactionId)
        else { return .unknown }
        return .otherType(statement.type)
    }
}

extension EntitlementStore {
    /// Uses up credits of a purchase, once, whoever else asks at the same time.
    package func consume(
        _ request: ConsumptionRequest, configuration: EvaluationConfiguration
    ) async throws(StoreError) -> ConsumptionResult {
        try await decide(LedgerQuestion(subject: request.subject, line: request.line, key: request.key)) { view in
            request.decide(view, configuration: configuration)
        }
    }
}
