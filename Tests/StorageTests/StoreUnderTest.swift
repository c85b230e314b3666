import EntitlementStorage
import FoundationEssentials
import PostgreSQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// The stores that must behave alike.
enum StoreUnderTest: String, CaseIterable, CustomTestStringConvertible {
    case memory
    case sqliteInMemory
    case sqliteFile
    case postgresql

    var testDescription: String { rawValue }

    /// Runs `body` on a new, empty store.
    func run(
        limits: RejectionLimits = RejectionLimits(), _ body: (any EntitlementStore) async throws -> Void
    ) async throws {
        let options = SQLiteOptions(rejectionLimits: limits)
        switch self {
        case .memory: try await body(MemoryStore(limits: limits))
        case .sqliteInMemory: try await body(SQLiteStore.inMemory(options: options))
        case .sqliteFile:
            try await TemporaryFolder.run { folder in
                let store = try await SQLiteStore(path: folder.path(of: "store.db"), options: options)
                try await body(store)
                await store.close()
            }
        case .postgresql:
            guard TestDatabase.isAvailable else { try Test.cancel("\(TestDatabase.absence)") }
            try await TestDatabase.run { database in
                var options = TestDatabase.options
                options.rejectionLimits = limits
                let store = try await database.store(options)
                try await body(store)
                await store.close()
            }
        }
    }
}

/// A folder that is gone after the test.
struct TemporaryFolder {
    private let url: URL

    static func run(_ body: (TemporaryFolder) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "storekeeper-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(TemporaryFolder(url: url))
    }

    func path(of name: String) -> String { url.appending(path: name).path }

    func contents(of name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appending(path: name))) }

    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: url.appending(path: name)) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

    func setPermissions(_ permissions: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
    }

    func permissions(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(of: name))[.posixPermissions] as? Int
    }
}
