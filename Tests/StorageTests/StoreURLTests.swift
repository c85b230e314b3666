import EntitlementStorage
import SQLiteStorage
import StoreSelection
import Testing

/// The addresses of stores.
@Suite("The address of a store")
struct StoreURLTests {
    @Test(
        "Addresses name a kind of store and a path",
        arguments: [
            ("memory:", .memory), ("sqlite::memory:", .sqliteInMemory), ("sqlite:store.db", .sqlite(path: "store.db")),
            ("sqlite:/var/lib/store.db", .sqlite(path: "/var/lib/store.db")), ("sqlite:a b", .sqlite(path: "a b")),
            ("sqlite:///var/store.db", .sqlite(path: "///var/store.db")), ("sqlite:memory:", .sqlite(path: "memory:")),
        ] as [(String, StoreURL)])
    func addresses(_ text: String, _ expected: StoreURL) throws {
        #expect(try StoreURL(text) == expected)
    }

    @Test(
        "Anything else is refused, and what may be a password is not repeated",
        arguments: [
            ("", "..."), ("store.db", "..."), ("sqlite:", "sqlite:"), ("sqlite://store.db", "sqlite://store.db"),
            ("sqlite:a\u{0}b", "sqlite:a\u{0}b"), ("mysql://user:secret@host/db", "mysql:..."),
            ("memory:x", "memory:..."), ("SQLITE:x", "SQLITE:..."),
        ])
    func refusals(_ text: String, _ repeated: String) {
        #expect(throws: StoreError.invalidURL(repeated)) { try StoreURL(text) }
    }

    @Test("Opening gives the store that the address names")
    func opening() async throws {
        let memory = try await StoreOpening.open(url: "memory:")
        #expect(memory is MemoryStore)
        let sqlite = try await StoreOpening.open(url: "sqlite::memory:")
        #expect(sqlite is SQLiteStore)
        await #expect(throws: StoreError.invalidURL("...")) { try await StoreOpening.open(url: "nothing") }
    }
}
