package import EntitlementStorage

extension SQLiteStore {
    package func decide<Answer: Sendable>(
        _ question: LedgerQuestion, _ body: @Sendable (LedgerView) -> LedgerDecision<Answer>
    ) async throws(StoreError) -> Answer {
        try await writer.write { commit throws(SQLiteFailure) in try commit.decide(question, body) }
    }

    package func ledger(of subjects: [LedgerSubject]) async throws(StoreError) -> [LedgerEntry] {
        try await read { queries throws(SQLiteFailure) in try queries.ledger(of: subjects) }
    }

    package func ledger(
        ofCustomer customer: String, environment: String
    ) async throws(StoreError) -> [LedgerEntry] {
        try await read { queries throws(SQLiteFailure) in
            try queries.ledger(ofCustomer: customer, environment: environment)
        }
    }

    package func ledger(after sequence: Int64?, limit: Int) async throws(StoreError) -> [LedgerRow] {
        try await read { queries throws(SQLiteFailure) in try queries.ledger(after: sequence, limit: limit) }
    }
}
