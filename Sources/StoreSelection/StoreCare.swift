package import EntitlementStorage
internal import PostgreSQLStorage
internal import SQLiteStorage

/// Looks after the store that an address names, without opening it as one.
package enum StoreCare {
    /// What a copy of a store holds.
    package struct Copy: Hashable, Sendable {
        /// How many bytes it has.
        package var bytes: Int64
        /// Its schema.
        package var schema: Int
        /// How many rows the log has.
        package var notifications: Int64
    }

    /// Asks which schema a store has, and changes nothing; a store in memory is always new.
    package static func schema(url: String) async throws(StoreError) -> SchemaStatus {
        switch try StoreURL(url) {
        case .memory, .sqliteInMemory:
            throw .cannotOpen(file: url, reason: "it ends with its process, and so needs no migration")
        case .sqlite(let path): return try await SQLiteCare(path: path).schema()
        case .postgresql(let address): return try await PostgreSQLStore.schema(of: address)
        }
    }

    /// Copies a SQLite database while others use it.
    package static func copy(sqlite path: String, to target: String, replacing: Bool) async throws(StoreError) -> Copy {
        let copy = try await SQLiteCare(path: path).copy(to: target, replacing: replacing)
        return Copy(bytes: copy.bytes, schema: copy.schema, notifications: copy.notifications)
    }
}
