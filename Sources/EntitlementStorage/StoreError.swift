/// Why a store could not be opened, or could not do what it was asked.
package enum StoreError: Error, Hashable, Sendable {
    /// The address names no store this program knows.
    case invalidURL(String)
    /// The address of a server has a parameter that libpq does not know.
    case unknownParameter(address: String, name: String)
    /// The store cannot be used right now: it is locked, its disk fails, or it has been closed.
    case unavailable(reason: String)
    /// The disk, or the limit set for the store, is full.
    case full(reason: String)
    /// The path cannot be opened: a missing folder, a folder instead of a file, missing permission.
    case cannotOpen(file: String, reason: String)
    /// A file must stay as it is, because somebody uses it.
    case cannotReplace(file: String, reason: String)
    /// There is no store where one was expected.
    case missing(address: String)
    /// The server cannot be used as the address says: a missing password, permission or schema.
    case cannotConnect(address: String, reason: String)
    /// Something wrote the file that is not SQLite, or it is encrypted.
    case notADatabase(file: String)
    /// The file is a database of another program, or the schema has tables of one.
    case foreignDatabase(file: String)
    /// A newer version of this program has changed the file's layout.
    case newerSchema(file: String, found: Int, supported: Int)
    /// The file's contents contradict each other.
    case damaged(file: String, reason: String)
    /// The store refused something this program should never ask for.
    case defect(String)
}

extension StoreError {
    /// Whether the same call can succeed later without anybody changing the configuration.
    package var isTemporary: Bool {
        switch self {
        case .unavailable, .full: true
        case .invalidURL, .unknownParameter, .cannotOpen, .cannotReplace, .missing, .cannotConnect, .notADatabase,
            .foreignDatabase,
            .newerSchema,
            .damaged, .defect:
            false
        }
    }

    /// The stable code that the command line, HTTP and the library share.
    package var code: String {
        switch self {
        case .full: "store.full"
        default: "store.unavailable"
        }
    }

    /// What to do about it, where there is something to do.
    package var hint: String? {
        switch self {
        case .invalidURL:
            "write sqlite:PATH, postgresql://HOST/DATABASE, or memory: for a store that forgets everything at the end"
        case .unknownParameter:
            "the PostgreSQL manual lists them under Parameter Key Words, such as sslmode and target_session_attrs"
        case .unavailable: nil
        case .full: "free some space on the disk that holds the store"
        case .cannotOpen(let file, _) where StoreError.isMemory(file):
            "name one that lasts: sqlite:PATH or postgresql://HOST/DATABASE"
        case .cannotOpen: "check that the folder exists and that this user may write in it"
        case .cannotReplace: "name another file; this one is left as it is"
        case .missing: "serve and ingest make one; check the database and the schema that the address names"
        case .cannotConnect:
            "the password comes from PGPASSWORD or a file (PGPASSFILE, ~/.pgpass); the user must own the schema"
        case .foreignDatabase(let address) where StoreError.isServer(address):
            "name another schema, such as ?options=-csearch_path%3Dstorekeeper; this one is left as it is"
        case .notADatabase, .foreignDatabase: "name another file; this one is left as it is"
        case .newerSchema: "use the version of storekeeper that wrote it, or a newer one"
        case .damaged(let address, _) where StoreError.isServer(address):
            "stop every process that uses it, and restore a backup"
        case .damaged(let file, _):
            "stop every process that uses it, keep a copy, then restore a backup or run: sqlite3 \(file) .recover"
        case .defect: nil
        }
    }

    private static func isMemory(_ address: String) -> Bool {
        switch try? StoreURL(address) {
        case .memory, .sqliteInMemory: true
        default: false
        }
    }

    private static func isServer(_ address: String) -> Bool { PostgreSQLAddress(address) != nil }
}

extension StoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidURL(let url): "not the address of a store: '\(url.prefix(80))'"
        case .unknownParameter(let address, let name): "'\(address)' has the unknown parameter '\(name.prefix(80))'"
        case .unavailable(let reason): "the store is unavailable: \(reason)"
        case .full(let reason): "the store is full: \(reason)"
        case .cannotOpen(let file, let reason): "cannot open '\(file)': \(reason)"
        case .cannotReplace(let file, let reason): "cannot write '\(file)': \(reason)"
        case .missing(let address): "there is no store at '\(address)'"
        case .cannotConnect(let address, let reason): "cannot use '\(address)': \(reason)"
        case .notADatabase(let file): "'\(file)' is not a SQLite database"
        case .foreignDatabase(let address) where StoreError.isServer(address):
            "'\(address)' has tables of another program"
        case .foreignDatabase(let file): "'\(file)' is a database of another program"
        case .newerSchema(let file, let found, let supported):
            "'\(file)' has schema \(found), this program knows schemas up to \(supported)"
        case .damaged(let file, let reason): "the database '\(file)' is damaged: \(reason)"
        case .defect(let reason): "a defect of this program: \(reason)"
        }
    }
}
