internal import EntitlementStorage

/// The store of a command that looks at deliveries, or changes them.
struct DeliveryAccess: Sendable {
    typealias Store = any EntitlementStore & DeliveryStore

    static let json = FlagDefinition.toggle("json", "prints JSON, one object a line")
    static let target = FlagDefinition.value("target", "NAME", "only to this target")
    static let yes = FlagDefinition.toggle("yes", "does it without asking, as it must be off a terminal")
    static let delivery = ArgumentDefinition("ID", isRequired: true, "the number of a delivery, as list shows it")
    static let name = ArgumentDefinition("NAME", isRequired: true, "the name of a target")

    private let option: StoreOption

    init(reading arguments: inout ArgumentReader) { option = StoreOption(reading: &arguments) }

    /// Opens the store, lets `body` work on it, and closes it.
    func use<Value>(
        io: CommandIO, _ body: (Store) async throws(StoreError) -> Result<Value, CommandError>
    ) async throws(CommandError) -> Value {
        let store = try await option.open(mustExist: true, io: io)
        let result: Result<Value, CommandError>
        if let store = store as? Store {
            do throws(StoreError) { result = try await body(store) } catch { result = .failure(CommandError(error)) }
        } else {
            result = .failure(.misconfigured([Problem("this store keeps no deliveries")]))
        }
        await store.close()
        return try result.get()
    }

    /// Reads the number of a delivery; what is wrong is noted in the reader.
    static func id(_ arguments: inout ArgumentReader) -> Int64 {
        let word = arguments.word(delivery) ?? ""
        if let id = Int64(word), id > 0 { return id }
        if !word.isEmpty {
            arguments.note(
                Problem(
                    "\(Quoted.word(word)) is no number of a delivery",
                    hint: word.hasPrefix("evt_")
                        ? "deliveries list --event \(word) shows those of an event" : "deliveries list shows them"))
        }
        return 0
    }

    /// What to say when there is no target of a name.
    static func noTarget(_ name: String, in store: Store) async throws(StoreError) -> CommandError {
        let known = try await store.targetCounts().map(\.target.name)
        return .notFound(
            Problem(
                "no target is named \(Quoted.word(name))",
                hint: known.isEmpty
                    ? "a target is known once serve has run with it" : "known: \(known.joined(separator: ", "))"))
    }

    /// What to say when there is no delivery of a number.
    static func noDelivery(_ id: Int64) -> CommandError {
        .notFound(
            Problem("no delivery has the number \(id)", hint: "those that were made are forgotten after a week"))
    }
}
