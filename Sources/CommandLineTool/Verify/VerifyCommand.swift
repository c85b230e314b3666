internal import AppStoreModels
internal import AppStoreVerification
internal import NotificationProcessing
internal import StrictJSON

/// Says whether signed data is genuine, and if not, which check failed first.
struct VerifyCommand: Command {
    static let kind = FlagDefinition.value(
        "kind", "KIND", choices: PayloadKind.allCases.map(\.rawValue), "what it must be")
    static let lines = FlagDefinition.toggle("lines", "takes one input a line, of any number")
    static let explain = FlagDefinition.toggle("explain", "lists every check with its result")
    static let json = FlagDefinition.toggle("json", "prints one JSON object for each input, on one line")
    static let plain = FlagDefinition.toggle("plain", "uses neither colours nor signs beyond ASCII")

    static let definition = CommandDefinition(
        "verify", "says whether signed data is genuine, and if not, why",
        discussion: [
            "Takes a JWS or a notification's body, exactly as it was received; only white space around it is ignored. "
                + "What is signed inside a notification must be genuine too. An app receipt of the older kind (PKCS#7) is "
                + "taken in its bytes or in base64.",
            "Exit code 0: all of it is genuine; 1: something is not; 3: nobody can say now, with --ocsp hard.",
        ], arguments: [InputResolver.argument],
        flags: [kind, lines, explain, json, plain] + TrustOptions.flags + [RevocationOption.flag],
        examples: [
            .init("verify --app com.example.app:1234567890 body.json", "data of one app"),
            .init("verify --explain --clock now old.jws", "every check, at the present time"),
            .init("verify --lines --json kept.ndjson | jq -c 'select(.ok | not)'", "what is wrong in a long file"),
            .init("verify --root authority/root.pem test.jws", "data of your own test authority"),
        ])

    private let input: String?
    private let kind: PayloadKind?
    private let takesLines: Bool
    private let isJSON: Bool
    private let explains: Bool
    private let isPlain: Bool
    private let trust: TrustOptions
    private let revocation: RevocationOption

    init(reading arguments: inout ArgumentReader) {
        input = arguments.word(InputResolver.argument)
        kind = arguments.text(Self.kind).flatMap { PayloadKind(rawValue: $0) }
        takesLines = arguments.isSet(Self.lines)
        isJSON = arguments.isSet(Self.json)
        explains = arguments.isSet(Self.explain)
        isPlain = arguments.isSet(Self.plain)
        trust = TrustOptions(reading: &arguments)
        revocation = RevocationOption(reading: &arguments)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let verifier = try TrustMaterial.verifier(for: trust, io: io)
        return try await revocation.use(io: io) { checker throws(CommandError) in
            try await run(by: verifier, checker, io: io)
        }
    }

    private func run(
        by verifier: SignedDataVerifier, _ checker: RevocationChecker?, io: CommandIO
    ) async throws(CommandError) -> ExitStatus {
        if takesLines { return try await verifyLines(by: verifier, checker, io: io) }
        let judgement = await judge(try InputResolver(io: io).bytes(input), by: verifier, checker, now: io.now())
        if isJSON {
            io.output.writeLine(JSONWriter().text(.object(judgement.members)))
            return judgement.status
        }
        let style = io.style(isPlain: isPlain)
        for line in judgement.text(style: style, acceptsAnyApp: trust.apps.isEmpty) { io.output.writeLine(line) }
        return judgement.status
    }

    private func judge(
        _ input: Result<[UInt8], InputFailure>, by verifier: SignedDataVerifier, _ checker: RevocationChecker?,
        now: Int64
    ) async -> InputJudgement {
        do throws(InputFailure) {
            let bytes = try input.get()
            if let receipt = ReceiptInput(recognizing: bytes[...]) {
                return InputJudgement(
                    answer: .receipt(
                        ReceiptAnswer(verifying: receipt, wanted: kind?.rawValue, by: verifier, now: now)),
                    checks: explains ? verifier.explainReceipt(receipt, now: now) : nil)
            }
            let jws = try StrictInput.jws(bytes)
            let answer = await VerificationAnswer(verifying: jws, as: kind, by: verifier, now: now).checked(by: checker)
            guard explains else { return InputJudgement(answer: .payload(answer)) }
            let checks = verifier.explain(jws, as: kind, now: now)
            let further = checker == nil ? [] : RevocationReport.checks(of: answer.revocation)
            return InputJudgement(answer: .payload(answer), checks: checks + further)
        } catch {
            return InputJudgement(answer: .payload(VerificationAnswer(.failure(VerificationFailure(error)))))
        }
    }

    private func verifyLines(
        by verifier: SignedDataVerifier, _ checker: RevocationChecker?, io: CommandIO
    ) async throws(CommandError) -> ExitStatus {
        let source = try InputResolver(io: io).open(input)
        var lines = io.lines(of: source)
        var progress = ProgressBar(
            io: io, unit: "lines", total: source.size, isPlain: isPlain || io.output.isTerminal)
        defer { progress.clear() }
        let style = io.style(isPlain: isPlain)
        var (count, invalid, undecided) = (0, 0, 0)
        do throws(SystemError) {
            while let line = try lines.next(), io.output.failure == nil {
                let bytes: Result<[UInt8], InputFailure> =
                    line.bytes.map { .success($0) } ?? .failure(.tooLarge(limit: CommandIO.inputLimit))
                let judgement = await judge(bytes, by: verifier, checker, now: io.now())
                count += 1
                if judgement.status == .no { invalid += 1 }
                if judgement.status == .temporary { undecided += 1 }
                if isJSON {
                    let members = [JSONMember("line", .integer(line.number))] + judgement.members
                    io.output.writeLine(JSONWriter().text(.object(members)))
                } else {
                    for text in judgement.lineText(line.number, style: style) { io.output.writeLine(text) }
                }
                progress.update(bytes: lines.bytesRead, items: count)
            }
        } catch {
            throw .misconfigured([Problem("cannot read \(InputResolver.name(input)): \(error.text)")])
        }
        if !isJSON {
            io.output.writeLine(
                "\(count) inputs, \(invalid) invalid" + (undecided > 0 ? ", \(undecided) undecided" : ""))
            if trust.apps.isEmpty, count > invalid + undecided { io.output.writeLine(TrustOptions.anyApp) }
        }
        return invalid > 0 ? .no : undecided > 0 ? .temporary : .fine
    }
}
