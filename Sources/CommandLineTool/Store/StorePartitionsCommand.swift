internal import EntitlementStorage
internal import StrictJSON

/// Cuts the log of a PostgreSQL store into months that are still to come.
struct StorePartitionsCommand: Command {
    static let months = FlagDefinition.value("months", "N", "so many months after the present one (3)")
    static let json = FlagDefinition.toggle("json", "prints one object a month")

    static let definition = CommandDefinition(
        "store partitions", "makes partitions of the log for the months to come",
        discussion: [
            "In PostgreSQL the log can have a partition a month, so that an old month can be detached, or dropped once it "
                + "is empty. No row is ever moved: a month of which the default partition has rows is left as it is. "
                + "serve makes two months ahead by itself. A SQLite store has no partitions.",
            "While a partition is made the default one is looked through, and what writes to it waits, five seconds at "
                + "most; then nothing is changed.",
        ],
        flags: [StoreOption.flag, months, json],
        examples: [.init("store partitions --store postgresql://db.example/storekeeper --months 12", "a year ahead")])

    private let store: StoreOption
    private let count: Int
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        count = arguments.integer(Self.months, in: 0...120) ?? 3
        isJSON = arguments.isSet(Self.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let store = try await self.store.open(mustExist: true, io: io)
        let result = await make(in: store, io: io)
        await store.close()
        return try result.get()
    }

    private func make(in store: any EntitlementStore, io: CommandIO) async -> Result<ExitStatus, CommandError> {
        guard let store = store as? any PartitioningStore else {
            if !isJSON { io.output.writeLine("this store has no partitions: there is nothing to do") }
            return .success(.fine)
        }
        do throws(StoreError) {
            let partitions = try await store.makePartitions(ahead: count, now: io.now())
            for partition in partitions {
                io.output.writeLine(
                    isJSON
                        ? JSONWriter().text([
                            "month": .string(partition.month), "state": .string(partition.state.rawValue),
                        ]) : "\(partition.month)  \(Self.words(partition.state))")
            }
            return .success(.fine)
        } catch {
            return .failure(CommandError(error))
        }
    }

    private static func words(_ state: MonthPartition.State) -> String {
        switch state {
        case .made: "made"
        case .present: "there already"
        case .occupied: "rows of it are in the default partition, and stay there"
        }
    }
}
