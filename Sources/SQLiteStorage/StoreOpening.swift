package import EntitlementStorage

/// Opens the store that an address names.
package enum StoreOpening {
    /// Opens the store; a file is created when it is missing, unless it must exist.
    package static func open(
        url: String, options: SQLiteOptions = SQLiteOptions()
    ) async throws(StoreError) -> any EntitlementStore {
        switch try StoreURL(url) {
        case .memory: MemoryStore(limits: options.rejectionLimits)
        case .sqliteInMemory: try await SQLiteStore.inMemory(options: options)
        case .sqlite(let path): try await SQLiteStore(path: path, options: options)
        }
    }
}
