package import EntitlementStorage
internal import PostgreSQLStorage
internal import SQLiteStorage

/// Opens the store that an address names.
package enum StoreOpening {
    /// Opens the store; with `mustExist` one that is missing is an error, otherwise it is made.
    package static func open(
        url: String, mustExist: Bool = false, rejectionLimits: RejectionLimits = RejectionLimits(),
        eventRules: EventRules = EventRules()
    ) async throws(StoreError) -> any EntitlementStore {
        switch try StoreURL(url) {
        case .memory: MemoryStore(limits: rejectionLimits, rules: eventRules)
        case .sqliteInMemory:
            try await SQLiteStore.inMemory(
                options: SQLiteOptions(rejectionLimits: rejectionLimits, eventRules: eventRules))
        case .sqlite(let path):
            try await SQLiteStore(
                path: path,
                options: SQLiteOptions(
                    mustExist: mustExist, rejectionLimits: rejectionLimits, eventRules: eventRules))
        case .postgresql(let address):
            try await PostgreSQLStore(
                address,
                options: PostgreSQLOptions(
                    mustExist: mustExist, rejectionLimits: rejectionLimits, eventRules: eventRules))
        }
    }
}
