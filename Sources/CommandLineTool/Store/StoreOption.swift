internal import EntitlementStorage
internal import StoreSelection

/// The store that a command works on.
struct StoreOption: Hashable, Sendable {
    static let flag = FlagDefinition.value(
        "store", "URL", readsEnvironment: true,
        "the store: sqlite:PATH, postgresql://HOST/DATABASE, or memory: for one that ends with the command")

    /// The address.
    let url: String

    /// Names a store.
    init(url: String) { self.url = url }

    /// Reads the flag; its absence is noted in the reader.
    init(reading arguments: inout ArgumentReader) {
        url = StoreOption.url(reading: &arguments) ?? ""
        guard url.isEmpty else { return }
        arguments.note(
            Problem("\(Self.flag.dashed) is missing", hint: "write \(Self.flag.dashed) sqlite:storekeeper.db"))
    }

    /// The address; a password in a flag is noted, since every user of the machine can read command lines.
    static func url(reading arguments: inout ArgumentReader, flag: FlagDefinition = Self.flag) -> String? {
        guard let value = arguments.values(flag).first else { return nil }
        if value.origin == flag.dashed, PostgreSQLAddress(value.text)?.hasPassword == true {
            arguments.note(
                Problem(
                    "\(flag.dashed) holds a password, which everybody on this machine can read",
                    hint: "leave it out, and set PGPASSWORD or name a file with PGPASSFILE"
                        + (flag.environmentName.map { "; or put the whole address into \($0)" } ?? "")))
        }
        return value.text
    }

    /// Opens the store; with `mustExist` one that is missing is an error rather than a new, empty store.
    func open(
        mustExist: Bool, rules: EventRules = EventRules(), io: CommandIO
    ) async throws(CommandError) -> any EntitlementStore {
        do throws(StoreError) {
            if mustExist, case .sqlite(let path) = try StoreURL(url), io.files.kind(of: path) == nil {
                throw StoreError.cannotOpen(file: path, reason: "there is no such file")
            }
            return try await StoreOpening.open(url: url, mustExist: mustExist, eventRules: rules)
        } catch {
            throw CommandError(error)
        }
    }
}

extension CommandError {
    /// What a problem of the store means for a command.
    init(_ error: StoreError) {
        let problem = Problem(error.description, hint: error.hint)
        switch error {
        case .unavailable, .full: self = .unavailable(problem)
        case .defect: self = .defect(problem)
        default: self = .misconfigured([problem])
        }
    }
}
