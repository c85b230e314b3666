import EntitlementStorage
import NotificationProcessing
import SQLiteStorage
import TestSupport
import Testing

/// The stores that deliveries are processed into.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite

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
        }
    }
}
