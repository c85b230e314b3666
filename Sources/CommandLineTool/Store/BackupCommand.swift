internal import EntitlementStorage
internal import StoreSelection

/// Copies a SQLite store while it is in use.
struct BackupCommand: Command {
    static let out = FlagDefinition.value("out", "FILE", isRequired: true, "the file to write")
    static let force = FlagDefinition.toggle("force", "replaces a file of that name")

    static let definition = CommandDefinition(
        "backup", "copies a SQLite store while it is in use",
        discussion: [
            "The copy is of one moment, complete and checked before it gets its name, and readable by its owner only. A "
                + "PostgreSQL store is copied by pg_dump or pg_basebackup."
        ],
        flags: [StoreOption.flag, out, force],
        examples: [
            .init("backup --store sqlite:storekeeper.db --out storekeeper-2026-11-02.db", "a copy to keep"),
            .init("store check --store sqlite:storekeeper-2026-11-02.db", "see that it agrees with itself"),
        ])

    private let store: StoreOption
    private let target: String
    private let replaces: Bool

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        target = arguments.text(Self.out) ?? ""
        replaces = arguments.isSet(Self.force)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let path: String
        do throws(StoreError) {
            switch try StoreURL(store.url) {
            case .sqlite(let file): path = file
            case .postgresql:
                throw StoreError.cannotConnect(address: StoreURL.shown(store.url), reason: "it is no file")
            case .memory, .sqliteInMemory:
                throw StoreError.cannotOpen(file: store.url, reason: "it ends with its process")
            }
        } catch {
            guard case .cannotConnect = error else { throw CommandError(error) }
            throw .misconfigured([
                Problem(
                    "a PostgreSQL store is not copied by this program",
                    hint: "use pg_dump for one database, pg_basebackup for the whole server; "
                        + "storekeeper export writes what was signed")
            ])
        }
        guard io.files.kind(of: path) != nil else {
            throw CommandError(.cannotOpen(file: path, reason: "there is no such file"))
        }
        switch io.files.kind(of: target) {
        case .file where !replaces:
            throw .misconfigured([Problem("\(Quoted.word(target)) exists", hint: "--force replaces it")])
        case .directory: throw .misconfigured([Problem("\(Quoted.word(target)) is a directory")])
        case .other:
            throw .misconfigured([
                Problem("\(Quoted.word(target)) is no file but a device or a pipe", hint: "name a file")
            ])
        default: break
        }
        do throws(StoreError) {
            let copy = try await StoreCare.copy(sqlite: path, to: target, replacing: replaces)
            io.output.writeLine(
                "\(Quoted.word(target)): \(copy.bytes) bytes, schema \(copy.schema), \(copy.notifications) notifications"
            )
            return .fine
        } catch {
            throw CommandError(error)
        }
    }
}
