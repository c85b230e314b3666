internal import EntitlementStorage
internal import StoreSelection
internal import StrictJSON

/// Brings a store to the schema of this program, or says what that would do.
struct MigrateCommand: Command {
    static let check = FlagDefinition.toggle("check", "says what would be done, and changes nothing")
    static let json = FlagDefinition.toggle("json", "prints one object")

    static let definition = CommandDefinition(
        "migrate", "brings a store to the schema of this program",
        discussion: [
            "A service migrates its store when it starts; this does it beforehand, or by a user that may change tables. "
                + "One process migrates and the others wait. With --check, exit code 1 means that something is to be done."
        ],
        flags: [StoreOption.flag, check, json],
        examples: [
            .init("migrate --check --store sqlite:storekeeper.db", "what would be done"),
            .init("migrate --store postgresql://owner@db.example/storekeeper", "does it"),
        ])

    private let store: StoreOption
    private let isCheck: Bool
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        isCheck = arguments.isSet(Self.check)
        isJSON = arguments.isSet(Self.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let before = try await schema(io: io)
        let isNeeded = before.found < before.needed
        if isNeeded, !isCheck { await (try store.open(mustExist: false, io: io)).close() }
        let after = isCheck ? before : try await schema(io: io)
        io.output.writeLine(isJSON ? json(before, after) : text(before, after))
        return isCheck && isNeeded ? .no : .fine
    }

    private func schema(io: CommandIO) async throws(CommandError) -> SchemaStatus {
        do throws(StoreError) {
            if case .sqlite(let path) = try StoreURL(store.url), io.files.kind(of: path) == nil {
                throw StoreError.cannotOpen(file: path, reason: "there is no such file")
            }
            return try await StoreCare.schema(url: store.url)
        } catch {
            throw CommandError(error)
        }
    }

    private func text(_ before: SchemaStatus, _ after: SchemaStatus) -> String {
        guard before.found < before.needed else { return "schema \(before.found), as this program needs it" }
        let steps = (before.found...before.needed).map { $0 == 0 ? "none" : "\($0)" }.joined(separator: " -> ")
        return isCheck ? "schema \(steps): to be migrated" : "schema \(steps): migrated"
    }

    private func json(_ before: SchemaStatus, _ after: SchemaStatus) -> String {
        JSONWriter().text([
            "found": .integer(before.found), "needed": .integer(before.needed), "now": .integer(after.found),
            "steps": .array(
                before.found < before.needed
                    ? ((before.found + 1)...before.needed).map { .integer($0) } : []),
        ])
    }
}
