package import Entitlements

/// What the answer for a customer is worked out from.
package struct CustomerRecords: Sendable {
    /// The records of lines that may be the customer's, each line once.
    package private(set) var records: [LineRecord] = []
    /// Whom these lines are linked to.
    package private(set) var owners: [LineIdentity: LineOwners] = [:]

    private var seen: Set<LineIdentity> = []

    /// Gathers the records of every line that an identifier leads to.
    ///
    /// It leads there by what Apple signed, by links, and by the customers of those lines. What is dated after `asOf` does
    /// not count; nil counts all.
    init(
        of id: String, environment: String, asOf: Int64?, in store: some EntitlementStore
    ) async throws(StoreError) {
        let id = CustomerName.canonical(id)
        try await add(id, environment, asOf, store)
        let direct = records.filter { $0.match(id, asOf: asOf) == .direct }
        let tokens = Set(direct.compactMap { $0.customer(asOf: asOf) })
        for token in tokens where token != AppAccountToken.normalized(id) {
            try await add(token, environment, asOf, store)
        }
        // A purchase that is asked by leads to all that its customers have.
        let linked = Set(direct.flatMap { owners[$0.line]?.customers ?? [] })
        for customer in linked where !customer.hasSameBytes(as: id) {
            try await add(customer, environment, asOf, store)
        }
    }

    private mutating func add(
        _ id: String, _ environment: String, _ asOf: Int64?, _ store: some EntitlementStore
    ) async throws(StoreError) {
        var lines = try await store.lines(ofCustomer: id, environment: environment)
        for subject in Set(try await store.ledger(ofCustomer: id, environment: environment).map(\.subject)) {
            switch subject.kind {
            case .line: lines.append(LineIdentity(scope: subject.scope, originalTransactionId: subject.id))
            case .download:
                lines += try await store.lines(ofCustomer: subject.id, environment: environment)
                    .filter { $0.scope == subject.scope }
            case .purchase: break
            }
        }
        var added: [LineRecord] = []
        for line in lines where seen.insert(line).inserted {
            if let record = try await store.line(line) { added.append(record) }
        }
        guard !added.isEmpty else { return }
        let entries = Dictionary(
            grouping: try await store.ledger(of: added.flatMap(\.linkSubjects)), by: \.subject)
        for record in added {
            // What is said of the line itself goes before what is said of the whole download.
            let histories = record.linkSubjects.map { LinkHistory(entries[$0] ?? [], asOf: asOf) }
            if let history = histories.first(where: { !$0.isEmpty }) { owners[record.line] = history.owners }
        }
        records += added
    }
}

extension LineRecord {
    /// What links of this line can be about: the line, and the downloads that its transactions name.
    package var linkSubjects: [LedgerSubject] {
        let downloads = Set(versions.compactMap(\.statement.appTransactionId)).sorted()
        return [LedgerSubject(scope: scope, kind: .line, id: originalTransactionId)]
            + downloads.map { LedgerSubject(scope: scope, kind: .download, id: $0) }
    }
}

extension EntitlementStore {
    /// What the answer for a customer is worked out from.
    package func records(
        ofCustomer id: String, environment: String, asOf: Int64?
    ) async throws(StoreError) -> CustomerRecords {
        try await CustomerRecords(of: id, environment: environment, asOf: asOf, in: self)
    }
}
