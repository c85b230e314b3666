internal import Entitlements

extension MemoryStore {
    package func decide<Answer: Sendable>(
        _ question: LedgerQuestion, _ body: @Sendable (LedgerView) -> LedgerDecision<Answer>
    ) async throws(StoreError) -> Answer {
        try requireOpen()
        let decision = body(
            LedgerView(
                record: question.line.flatMap { record(of: $0) },
                entries: ledger.filter { $0.subject == question.subject },
                keyed: question.key.flatMap { key in ledger.first { $0.key?.hasSameBytes(as: key) ?? false } }))
        if let entry = decision.entry { ledger.append(entry) }
        return decision.answer
    }

    package func ledger(of subjects: [LedgerSubject]) async throws(StoreError) -> [LedgerEntry] {
        try requireOpen()
        let subjects = Set(subjects)
        return ledger.filter { subjects.contains($0.subject) }
    }

    package func ledger(
        ofCustomer customer: String, environment: String
    ) async throws(StoreError) -> [LedgerEntry] {
        try requireOpen()
        let own = ledger.filter { $0.customer?.hasSameBytes(as: customer) ?? false }
        return try await ledger(
            of: own.map(\.subject).filter { $0.scope.environment.hasSameBytes(as: environment) })
    }

    package func ledger(after sequence: Int64?, limit: Int) async throws(StoreError) -> [LedgerRow] {
        try requireOpen()
        return ledger.enumerated().lazy.map { LedgerRow(sequence: Int64($0.offset + 1), entry: $0.element) }
            .filter { $0.sequence > sequence ?? 0 }.prefix(max(limit, 0)).map(\.self)
    }
}
