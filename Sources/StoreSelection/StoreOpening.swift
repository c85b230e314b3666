package import EntitlementStorage
internal import PostgreSQLStorage
internal import SQLiteStorage

/// Opens the store that an address names.
package enum StoreOpening {
    /// Opens the store; a file is created when it is missing.
    package static func open(
        url: String, rejectionLimits: RejectionLimits = RejectionLimits(), eventRules: EventRules = EventRules()
    ) async throws(StoreError) -> any EntitlementStore {
        switch try StoreURL(url) {
        case .memory: MemoryStore(limits: rejectionLimits, rules: eventRules)
        case .sqliteInMemory:
            try await SQLiteStore.inMemory(
                options: SQLiteOptions(rejectionLimits: rejectionLimits, eventRules: eventRules))
        case .sqlite(let path):
            try await SQLiteStore(
                path: path, options: SQLiteOptions(rejectionLimits: rejectionLimits, eventRules: eventRules))
        case .postgresql(let address):
            try await PostgreSQLStore(
                address, options: PostgreSQLOptions(rejectionLimits: rejectionLimits, eventRules: eventRules))
        }
    }
}
