internal import EntitlementStorage
internal import Entitlements

/// Tells why a customer or a line is entitled or not, and how it came to that.
struct InspectCommand: Command {
    static let id = ArgumentDefinition(
        "ID", isRequired: true,
        "an appAccountToken, appTransactionId, originalTransactionId or transactionId")
    static let environment = FlagDefinition.value(
        "environment", "NAME", choices: TrustOptions.knownEnvironments, readsEnvironment: true,
        "looks into this environment; Production when none is named")
    static let at = FlagDefinition.value(
        "at", "TIME", "tells it for an instant, from what was signed by then; now when it is not given")
    static let assert = FlagDefinition.value(
        "assert", "STATE", choices: ["active", "inactive"],
        "says by the exit code whether any entitlement is given: 0 as asserted, 1 not")
    static let json = FlagDefinition.toggle("json", "prints one object, with words and numbers")
    static let config = EntitlementsCommand.config

    static let definition = CommandDefinition(
        "inspect", "tells why a customer may use something or not, and what happened",
        discussion: [
            "For each entitlement: the rule that decided, in words; the statements behind it; what does not count, and "
                + "why; the story so far, with the notification that brought each change; and what comes next."
        ],
        arguments: [id], flags: [StoreOption.flag, environment, at, assert, config, json],
        examples: [
            .init("inspect 2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11 --store sqlite:storekeeper.db", "one customer"),
            .init(
                "inspect 2000000123456789 --store sqlite:storekeeper.db --at 2026-11-02T10:00:00Z",
                "one line, as it was known then"),
        ])

    private let id: String
    private let store: StoreOption
    private let environment: String
    private let time: TimeArgument?
    private let assertion: String?
    private let configurationFile: String?
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        id = arguments.word(Self.id) ?? ""
        if id.isEmpty { arguments.note(Problem("the id is empty")) }
        store = StoreOption(reading: &arguments)
        environment = arguments.text(Self.environment) ?? "Production"
        time = arguments.time(Self.at)
        assertion = arguments.text(Self.assert)
        configurationFile = arguments.text(Self.config)
        isJSON = arguments.isSet(Self.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let configuration = try EvaluationConfiguration(file: configurationFile, io: io)
        let store = try await self.store.open(mustExist: true, io: io)
        let result = await tell(store, configuration, io: io)
        await store.close()
        return try result.get()
    }

    private func tell(
        _ store: any EntitlementStore, _ configuration: EvaluationConfiguration, io: CommandIO
    ) async -> Result<ExitStatus, CommandError> {
        let asOf: Int64? = if case .at(let instant) = time { instant } else { nil }
        let now = asOf ?? io.now()
        let answers = StoreAnswers(
            store: store, configuration: configuration, environment: environment, now: now, asOf: asOf)
        do throws(StoreError) {
            let answer = try await answers.customer(id, environment: environment)
            guard !answer.lines.isEmpty || !answer.conflicts.isEmpty else {
                let known = try await answers.environments(ofCustomer: id, except: environment)
                let hint = known.first.map { "known in \($0): add --environment \($0)" }
                return .failure(
                    .notFound(Problem("nothing is known of \(Quoted.word(id)) in \(environment)", hint: hint)))
            }
            let stories = try await stories(answer, from: store, configuration, now: now, asOf: asOf)
            let telling = InspectTelling(
                id: id, environment: environment, now: now, configuration: configuration, answer: answer,
                stories: stories)
            io.output.write(isJSON ? telling.json : telling.text(style: io.style(isPlain: false)))
            guard let assertion else { return .success(.fine) }
            let isActive = answer.lines.contains { $0.isEntitled }
            return .success(isActive == (assertion == "active") ? .fine : .no)
        } catch {
            return .failure(CommandError(error))
        }
    }

    /// The stories of the customer's own lines, in the order of their answers.
    private func stories(
        _ answer: CustomerAnswer, from store: any EntitlementStore, _ configuration: EvaluationConfiguration,
        now: Int64, asOf: Int64?
    ) async throws(StoreError) -> [InspectedStory] {
        var seen: Set<LineIdentity> = []
        var stories: [InspectedStory] = []
        for own in answer.lines {
            let line = LineIdentity(scope: own.scope, originalTransactionId: own.originalTransactionId)
            guard seen.insert(line).inserted, let record = try await store.line(line) else { continue }
            let history = try await store.history(of: record)
            let story = LineStory(
                record, notifications: history.notifications, configuration: configuration, now: now, asOf: asOf)
            stories.append(InspectedStory(story: story, sources: history.sources))
        }
        return stories
    }
}
