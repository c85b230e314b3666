internal import AppStoreModels
internal import JWS
internal import OpenSSLCrypto
internal import SimulatorHistories
internal import StoreSimulator
internal import StrictJSON

/// Writes random but lawful histories of a simulated App Store into files.
struct SimulateGenerateCommand: Command {
    static let count = FlagDefinition.value("count", "N", "how many histories; 1000 unless given")
    static let seed = FlagDefinition.value("seed", "S", "where everything random comes from; 1 unless given")
    static let out = FlagDefinition.value(
        "out", "DIR", isRequired: true, "the folder for the files; none is overwritten")
    static let environment = FlagDefinition.value(
        "environment", "NAME", choices: ["Production", "Sandbox", "LocalTesting"],
        "what the notifications claim; Sandbox unless given")
    static let json = FlagDefinition.toggle("json", "prints one JSON object")

    static let definition = CommandDefinition(
        "simulate generate", "writes signed notifications of random, lawful histories, and what must come of them",
        discussion: [
            "DIR gets three files. notifications.ndjson has one body {\"signedPayload\": \"...\"} a line, in the order of "
                + "signing within each history; root.pem is the root of a worthless authority, made anew each time, that "
                + "signed them; expected.ndjson has one line for each subscription and other purchase: where it stands "
                + "by the simulated store's own books at the moment \"at\", the end of its history.",
            "The same seed gives the same payloads and expectations under other signatures. A history has one to three "
                + "customers of the app com.example.app (1234567890) and lasts days to years from 2026-01-31 on.",
        ],
        flags: [count, seed, out, environment, json],
        examples: [
            .init("simulate generate --count 1000 --seed 7 --out histories", "a thousand histories"),
            .init(
                "ingest histories/notifications.ndjson --store sqlite:test.db --root histories/root.pem",
                "take them into a store"),
        ])

    private let count: Int
    private let seed: UInt64
    private let folder: String
    private let environment: String
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        count = arguments.integer(Self.count, in: 1...1_000_000_000) ?? 1000
        seed = UInt64(arguments.integer(Self.seed, in: 0...Int.max) ?? 1)
        folder = arguments.text(Self.out) ?? ""
        environment = arguments.text(Self.environment) ?? "Sandbox"
        isJSON = arguments.isSet(Self.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let generator = HistoryGenerator(
            app: SimulatedApp(
                bundleId: "com.example.app", environment: AppStoreModels.Environment(rawValue: environment)),
            seed: seed)
        let signer = try self.signer(generator.app)
        if io.files.kind(of: folder) != .directory {
            try create(folder) { (path) throws(SystemError) in try io.files.createPrivateDirectory(path) }
        }
        let pem = signer.chain.anchors.map(\.pem).joined()
        try create(file("root.pem")) { (path) throws(SystemError) in
            try io.files.createFile(path, bytes: Array(pem.utf8))
        }
        let bodies = try create(file("notifications.ndjson")) { (path) throws(SystemError) in
            try io.files.createOutput(path)
        }
        let expected = try create(file("expected.ndjson")) { (path) throws(SystemError) in
            try io.files.createOutput(path)
        }
        var (notifications, purchases) = (0, 0)
        // One history at a time: what is in memory does not grow with their number.
        for number in 0..<count {
            let history = generator.history(number)
            for signed in try sign(history, by: signer) {
                bodies.write(PayloadSigner.body(of: signed) + [UInt8(ascii: "\n")])
            }
            notifications += history.notifications.count
            guard let last = history.checkpoints.last else { continue }
            for purchase in last.purchases { expected.writeLine(line(of: purchase, at: last.date, in: history)) }
            purchases += last.purchases.count
        }
        for output in [bodies, expected] {
            output.flush()
            if let failure = output.failure {
                throw .unavailable(Problem("cannot write into \(Quoted.word(folder)): \(failure.text)"))
            }
        }
        report(notifications, purchases, io)
        return .fine
    }

    private func signer(_ app: SimulatedApp) throws(CommandError) -> PayloadSigner {
        do throws(OpenSSLError) {
            let chain = try SigningChain.appStore(from: HistoryGenerator.start - 1000, to: HistoryGenerator.end)
            return PayloadSigner(PayloadWriter(app: app), chain: chain)
        } catch {
            throw .defect(Problem("cannot make the authority: \(error)"))
        }
    }

    private func sign(_ history: SimulatedHistory, by signer: PayloadSigner) throws(CommandError) -> [String] {
        do throws(JWSError) {
            return try signer.sign(history.notifications)
        } catch {
            throw .defect(Problem("cannot sign: \(error)"))
        }
    }

    private func file(_ name: String) -> String { folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)" }

    private func create<Value>(
        _ path: String, _ body: (String) throws(SystemError) -> Value
    ) throws(CommandError) -> Value {
        do throws(SystemError) {
            return try body(path)
        } catch {
            let hint = error.isExisting ? "choose a new folder; nothing is overwritten" : nil
            throw .misconfigured([Problem("cannot create \(Quoted.word(path)): \(error.text)", hint: hint)])
        }
    }

    private func line(of purchase: ExpectedPurchase, at date: Int64, in history: SimulatedHistory) -> String {
        let json: JSONValue = [
            "at": .integer(date), "bundleId": "com.example.app", "customer": .string(purchase.customer),
            "environment": .string(environment), "history": .integer(history.number),
            "originalTransactionId": .string(purchase.originalTransactionId),
            "productId": .string(purchase.productId), "state": .string(purchase.state.rawValue),
            "until": .optional(purchase.until),
        ]
        return JSONWriter().text(json)
    }

    private func report(_ notifications: Int, _ purchases: Int, _ io: CommandIO) {
        if isJSON {
            let answer: JSONValue = [
                "directory": .string(folder), "expected": .string(file("expected.ndjson")),
                "histories": .integer(count), "notifications": .integer(notifications),
                "purchases": .integer(purchases), "root": .string(file("root.pem")), "seed": .integer(seed),
            ]
            return io.output.writeLine(JSONWriter().text(answer))
        }
        let place = TerminalText.plain(folder)
        io.output.writeLine(
            "made \(count) \(count == 1 ? "history" : "histories") in \(place): \(notifications) notifications, "
                + "\(purchases) purchases")
        io.output.writeLine(
            "  next    storekeeper ingest \(TerminalText.plain(file("notifications.ndjson"))) --store sqlite:test.db "
                + "--root \(TerminalText.plain(file("root.pem")))")
    }
}
