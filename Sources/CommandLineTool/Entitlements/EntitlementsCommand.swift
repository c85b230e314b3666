internal import EntitlementStorage
internal import Entitlements

/// Answers who may use what, from a store.
struct EntitlementsCommand: Command {
    static let all = FlagDefinition.toggle("all", "answers for every line and purchase")
    static let customer = FlagDefinition.value(
        "customer", "ID",
        "answers for one customer: an appAccountToken, appTransactionId, originalTransactionId or transactionId")
    static let environment = FlagDefinition.value(
        "environment", "NAME", choices: TrustOptions.knownEnvironments, readsEnvironment: true,
        "asks about this environment: of a customer Production unless named, with --all every one")
    static let at = FlagDefinition.value(
        "at", "TIME", "answers for an instant, from what was signed by then; now when it is not given")
    static let assert = FlagDefinition.value(
        "assert", "NAME", "says by the exit code whether the customer has this entitlement: 0 yes, 1 no")
    static let digest = FlagDefinition.toggle(
        "digest", "prints the SHA-256 of all answers, at the greatest date held unless --at names another")
    static let facts = FlagDefinition.toggle(
        "facts",
        "with --digest: the SHA-256 of every held statement and version instead, the log's notifications included")
    static let json = FlagDefinition.toggle("json", "prints JSON: with --all one object a line")
    static let config = FlagDefinition.value(
        "config", "FILE", readsEnvironment: true,
        "reads the names of entitlements, durations and policies from the service's configuration file")

    static let definition = CommandDefinition(
        "entitlements", "answers who may use what, and why",
        discussion: [
            "Answers come from what the App Store signed, whatever the order it arrived in. Times in JSON are milliseconds "
                + "since 1970; absent values are null."
        ],
        flags: [StoreOption.flag, all, customer, environment, at, assert, digest, facts, config, json],
        examples: [
            .init(
                "entitlements --store sqlite:storekeeper.db --customer 2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11",
                "one customer"),
            .init(
                "entitlements --store sqlite:storekeeper.db --customer 2000000123456789 --at 2026-11-02", "as of a day"),
            .init(
                "entitlements --store sqlite:storekeeper.db --config storekeeper.json --customer ID --assert pro",
                "for scripts"),
            .init("entitlements --store sqlite:storekeeper.db --all --json", "everything, one object a line"),
            .init("entitlements --store sqlite:storekeeper.db --all --digest", "one number to compare two stores by"),
        ])

    /// What is asked.
    private enum Question: Sendable {
        case all
        case customer(String, assertion: String?)
        case answersDigest
        case factsDigest
    }

    private let store: StoreOption
    private let question: Question
    private let environment: String?
    private let configurationFile: String?
    private let time: TimeArgument?
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        environment = arguments.text(Self.environment)
        time = arguments.time(Self.at)
        configurationFile = arguments.text(Self.config)
        isJSON = arguments.isSet(Self.json)
        question = EntitlementsCommand.question(&arguments)
    }

    private static func question(_ arguments: inout ArgumentReader) -> Question {
        let customer = arguments.text(Self.customer)
        let assertion = arguments.text(Self.assert)
        let wantsDigest = arguments.isSet(digest)
        if assertion != nil, customer == nil {
            arguments.note(Problem("\(assert.dashed) needs \(Self.customer.usage)"))
        }
        if arguments.isSet(facts), !wantsDigest {
            arguments.note(Problem("\(facts.dashed) goes with \(digest.dashed)"))
        }
        if customer != nil, arguments.isSet(all) || wantsDigest {
            arguments.note(
                Problem("\(Self.customer.dashed) does not go with \(all.dashed) or \(digest.dashed)"))
        }
        if let customer { return .customer(customer, assertion: assertion) }
        if wantsDigest { return arguments.isSet(facts) ? .factsDigest : .answersDigest }
        if !arguments.isSet(all) {
            arguments.note(
                Problem("who is asked about?", hint: "write \(Self.customer.usage) for one customer, or \(all.dashed)"))
        }
        return .all
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let configuration = try EvaluationConfiguration(file: configurationFile, io: io)
        let store = try await self.store.open(mustExist: true, io: io)
        let result = await answer(from: store, configuration, io: io)
        await store.close()
        return try result.get()
    }

    private func answer(
        from store: any EntitlementStore, _ configuration: EvaluationConfiguration, io: CommandIO
    ) async -> Result<ExitStatus, CommandError> {
        let asOf: Int64? =
            switch time {
            case .at(let milliseconds): milliseconds
            case .now, nil: nil
            }
        let answers = StoreAnswers(
            store: store, configuration: configuration, environment: environment, now: asOf ?? io.now(),
            asOf: asOf)
        do throws(StoreError) {
            switch question {
            case .all: return .success(try await list(answers, io: io))
            case .customer(let id, let assertion):
                return try await customer(id, assertion: assertion, answers, io: io)
            case .answersDigest:
                let now = if let asOf { asOf } else { try await store.greatestDate() ?? 0 }
                return .success(print(digest: try await answers.at(now, asOf: asOf).digest(), io: io))
            case .factsDigest: return .success(print(digest: try await answers.factsDigest(), io: io))
            }
        } catch {
            return .failure(CommandError(error))
        }
    }

    private func list(_ answers: StoreAnswers, io: CommandIO) async throws(StoreError) -> ExitStatus {
        let lines = EntitlementLines(now: answers.now, style: io.style(isPlain: false))
        var count = 0
        try await answers.forEach { answer in
            count += 1
            io.output.writeLine(isJSON ? lines.json(answer) : lines.text(answer))
            return io.output.failure == nil
        }
        if count == 0, !isJSON { io.hint("the store holds no purchases\(environment.map { " of \($0)" } ?? "")") }
        return .fine
    }

    private func customer(
        _ id: String, assertion: String?, _ answers: StoreAnswers, io: CommandIO
    ) async throws(StoreError) -> Result<ExitStatus, CommandError> {
        let environment = self.environment ?? "Production"
        let answer = try await answers.customer(id, environment: environment)
        let isKnown = !answer.lines.isEmpty || !answer.conflicts.isEmpty
        if !isKnown, assertion == nil {
            let known = try await answers.environments(ofCustomer: id, except: environment)
            let hint = known.first.map { "known in \($0): add --environment \($0)" }
            return .failure(.notFound(Problem("no customer of that id in \(environment)", hint: hint)))
        }
        let lines = EntitlementLines(now: answers.now, style: io.style(isPlain: false))
        io.output.write(isJSON ? lines.json(answer) : lines.text(answer, environment: environment))
        guard let assertion else { return .success(.fine) }
        if answer.isEntitled(to: assertion) { return .success(.fine) }
        let names = answer.entitlements.map(\.name)
        if !names.contains(assertion), !names.isEmpty {
            io.hint("entitlements of this customer are named: \(names.joined(separator: ", "))")
        }
        return .success(.no)
    }

    private func print(digest: String, io: CommandIO) -> ExitStatus {
        io.output.writeLine(isJSON ? "{\"digest\":\"\(digest)\"}" : digest)
        return .fine
    }
}
