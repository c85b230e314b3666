internal import EntitlementStorage
internal import SimulatorScenarios
internal import StoreSimulator

/// Runs a scenario against a server or a store, and tells whether what it expects is so.
struct SimulateRunCommand: Command {
    static let ask = FlagDefinition.value(
        "ask", "URL", "with --post: the private listener of serve that expectations are asked from")
    static let store = FlagDefinition.value(
        "store", "URL", "takes the notifications into this store; without --post and --store one in memory")
    static let out = FlagDefinition.value("out", "FILE", "also writes the bodies into a new file, one a line")
    static let seed = FlagDefinition.value("seed", "N", "where ids come from, in the place of the scenario's seed")
    static let json = FlagDefinition.toggle("json", "prints one JSON object a line, the summary last")

    static let definition = CommandDefinition(
        "simulate run", "runs a scenario: sends what the App Store would, and checks what must then be true",
        discussion: [
            "A scenario is JSON: {\"purpose\": \"...\", \"steps\": [{\"do\": \"buy\", \"customer\": \"ann\", \"product\": "
                + "\"pro.monthly\"}, {\"advance\": \"P31D\"}, {\"expect\": {\"customer\": \"ann\", \"entitled\": true}}, "
                + "{\"expectNotifications\": [\"SUBSCRIBED.INITIAL_BUY\", \"DID_RENEW\"]}]}. Without products or a "
                + "configuration it has the example store. Nothing waits: time is the scenario's own.",
            "Expectations are asked for the moment of the scenario. The exit code is 1 when one is not met, or a "
                + "notification is refused; 3 when nobody answers. What chaos keeps away is neither.",
        ],
        arguments: [ScenarioSource.argument],
        flags: [
            PostingTarget.flag, ask, store, out, seed, SimulationAuthority.flag, PostingTarget.yes, json,
        ] + ChaosFlags.all,
        examples: [
            .init("simulate run grace-recovery", "against a store in memory"),
            .init(
                "simulate run refund --post http://127.0.0.1:8080/v1/notifications --ask http://127.0.0.1:8081 "
                    + "--authority authority", "against a running serve that trusts authority/root.pem"),
            .init("simulate run life --duplicate 0.5 --reorder 0.5", "with duplicates, out of order"),
            .init("simulate run mine.json --out bodies.ndjson --json", "your own, for a program"),
        ])

    /// Who receives.
    private enum Target: Hashable, Sendable {
        case memory
        case store(String)
        case server(PostingTarget, ask: String?)
    }

    private let word: String
    private let target: Target
    private let out: String?
    private let seed: UInt64?
    private let authority: String?
    private let chaos: ChaosFlags
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        word = arguments.word(ScenarioSource.argument) ?? ""
        out = arguments.text(Self.out)
        seed = arguments.integer(Self.seed, in: 0...Int.max).map(UInt64.init)
        authority = arguments.text(SimulationAuthority.flag)
        chaos = ChaosFlags(reading: &arguments)
        isJSON = arguments.isSet(Self.json)
        let (ask, store) = (arguments.text(Self.ask), StoreOption.url(reading: &arguments, flag: Self.store))
        let post = PostingTarget(reading: &arguments)
        if post != nil, store != nil {
            arguments.note(Problem("\(PostingTarget.flag.dashed) and \(Self.store.dashed) exclude each other"))
        }
        if let ask {
            if post == nil { arguments.note(Problem("\(Self.ask.dashed) goes with \(PostingTarget.flag.dashed)")) }
            if let problem = PostingTarget.problem(with: ask, of: Self.ask) { arguments.note(problem) }
        }
        target = post.map { .server($0, ask: ask) } ?? store.map { .store($0) } ?? .memory
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let source = try ScenarioSource(word, io: io)
        let session = try makeSession(source, io: io)
        let summary: ScenarioSummary
        switch target {
        case .memory:
            summary = try await run(
                source.scenario, session, to: try StoreReceiver(MemoryStore(), trusting: session, now: io.now), io: io)
        case .store(let url):
            let store = try await StoreOption(url: url).open(mustExist: false, io: io)
            let receiver = try StoreReceiver(store, trusting: session, now: io.now)
            let result = await result { () async throws(CommandError) in
                try await run(source.scenario, session, to: receiver, io: io)
            }
            await store.close()
            summary = try result.get()
        case .server(let post, let ask):
            let receiver = try ServerReceiver(posting: post.url, asking: ask)
            let result = await result { () async throws(CommandError) in
                try await run(source.scenario, session, to: receiver, io: io)
            }
            await receiver.close()
            summary = try result.get()
            if summary.unasked > 0 {
                io.hint("expectations are asked from a running serve with \(Self.ask.usage), its private listener")
            }
        }
        if summary.isFine { return .fine }
        return summary.unmet > 0 || summary.isRefused ? .no : .temporary
    }

    private func makeSession(_ source: ScenarioSource, io: CommandIO) throws(CommandError) -> SimulatorSession {
        // What others shall believe is signed by an authority that they can be told of.
        let isForOthers = if case .server = target { true } else { out != nil }
        let chain =
            authority != nil || isForOthers ? try SimulationAuthority.chain(in: authority, io: io) : nil
        do throws(ScenarioFailure) {
            return try source.scenario.makeSession(configuration: source.configuration, chain: chain, seed: seed)
        } catch {
            throw .defect(Problem(error.description))
        }
    }

    private func run(
        _ scenario: Scenario, _ session: SimulatorSession, to receiver: any ScenarioReceiver, io: CommandIO
    ) async throws(CommandError) -> ScenarioSummary {
        let lines = ScenarioLines(scenario, start: session.now, isJSON: isJSON, io: io)
        let recorder = RecordingReceiver(receiver)
        let seed = seed ?? scenario.seed
        lines.begin(app: session.app, seed: seed)
        let runner = ScenarioRunner(
            scenario, in: session, chaos: chaos.chaos(seed: seed), receiver: out == nil ? receiver : recorder)
        let summary: ScenarioSummary
        do throws(ScenarioFailure) {
            summary = try await runner.run { lines.add($0) }
        } catch {
            switch error {
            case .receiver, .answer: throw .unavailable(Problem(error.description))
            case .session: throw .defect(Problem(error.description))
            }
        }
        if let out { try write(recorder.lines, to: out, io: io) }
        lines.finish(summary)
        return summary
    }

    private func write(_ bytes: [UInt8], to path: String, io: CommandIO) throws(CommandError) {
        do throws(SystemError) {
            try io.files.createFile(path, bytes: bytes)
        } catch {
            let hint = error.isExisting ? "choose a new file" : nil
            throw .misconfigured([Problem("cannot write \(Quoted.word(path)): \(error.text)", hint: hint)])
        }
    }

    /// What a closure ends in, so that what it used can be closed first.
    private func result<Success>(
        _ body: () async throws(CommandError) -> Success
    ) async -> Result<Success, CommandError> {
        do throws(CommandError) { return .success(try await body()) } catch { return .failure(error) }
    }
}
