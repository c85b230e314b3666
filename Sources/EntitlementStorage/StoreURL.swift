/// The address of a store, as given to `--store`.
package enum StoreURL: Hashable, Sendable {
    /// `memory:`, a store of this process, gone with it.
    case memory
    /// `sqlite::memory:`, a SQLite database of this process, gone with it.
    case sqliteInMemory
    /// `sqlite:PATH`, a file.
    case sqlite(path: String)
    /// `postgresql://...`, a database on a server.
    case postgresql(PostgreSQLAddress)

    /// Reads an address.
    package init(_ text: String) throws(StoreError) {
        guard text != "memory:" else {
            self = .memory
            return
        }
        if let address = PostgreSQLAddress(text) {
            guard address.isWellFormed else { throw .invalidURL(address.shown) }
            self = .postgresql(address)
            return
        }
        let scheme = "sqlite:"
        guard text.utf8.starts(with: scheme.utf8) else { throw .invalidURL(StoreURL.withoutSecrets(text)) }
        let path = String(text.dropFirst(scheme.count))
        guard path != ":memory:" else {
            self = .sqliteInMemory
            return
        }
        // `sqlite://name.db` would mean a file in the root folder, which nobody wants; `sqlite:///name.db` says so.
        let isMistaken = path.hasPrefix("//") && !path.hasPrefix("///")
        guard !path.isEmpty, !path.utf8.contains(0), !isMistaken else { throw .invalidURL(text) }
        self = .sqlite(path: path)
    }

    /// The address as it may be shown and logged: without a password, and without parameters of a connection.
    package static func shown(_ text: String) -> String {
        if let address = PostgreSQLAddress(text) { return address.shown }
        let isKnown = text == "memory:" || text.utf8.starts(with: "sqlite:".utf8)
        return isKnown ? text : withoutSecrets(text)
    }

    /// Only the scheme: what follows it in an address unknown here may hold a password.
    private static func withoutSecrets(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":") else { return "..." }
        return text[...colon] + "..."
    }
}
