import EntitlementStorage
import NotificationProcessing
import PostgreSQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// The stores that deliveries are processed into.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite, postgresql

    var testDescription: String { rawValue }

    /// Runs `body` on a new, empty store.
    func run<Value>(_ body: (any EntitlementStore) async throws -> Value) async throws -> Value {
        switch self {
        case .memory: return try await body(MemoryStore())
        case .sqlite:
            let folder = try TemporaryFolder()
            let store = try await SQLiteStore(path: folder.file("store.db"))
            let value = try await body(store)
            await store.close()
            return value
        case .postgresql:
            guard TestDatabase.isAvailable else { try Test.cancel("\(TestDatabase.absence)") }
            return try await TestDatabase.run { database in
                let store = try await database.store()
                let value = try await body(store)
                await store.close()
                return value
            }
        }
    }
}
