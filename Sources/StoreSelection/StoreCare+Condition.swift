package import EntitlementStorage
internal import PostgreSQLStorage
internal import SQLiteStorage

extension StoreCare {
    /// Looks at a store from outside, makes nothing and changes nothing; a store in memory has no condition.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - now: The present, in milliseconds since 1970.
    /// - Returns: What was found; nil for a store in memory.
    /// - Throws: ``StoreError``, `invalidURL`.
    package static func condition(url: String, now: Int64) async throws(StoreError) -> StoreCondition? {
        switch try StoreURL(url) {
        case .memory, .sqliteInMemory: nil
        case .sqlite(let path): await SQLiteCare(path: path).condition()
        case .postgresql(let address): await PostgreSQLStore.condition(of: address, now: now)
        }
    }
}
