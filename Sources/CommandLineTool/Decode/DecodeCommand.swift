internal import AppStoreModels
internal import AppStoreVerification
internal import NotificationProcessing
internal import StrictJSON

/// Shows what signed data says, and whether it is genuine.
struct DecodeCommand: Command {
    static let json = FlagDefinition.toggle("json", "prints one JSON object for each JWS")
    static let plain = FlagDefinition.toggle("plain", "uses neither colours nor signs beyond ASCII")

    static let definition = CommandDefinition(
        "decode", "shows what signed data says, and whether it is genuine",
        discussion: [
            "Takes what people have at hand: a JWS, a notification's body, an API response with signed fields, quoted, "
                + "wrapped over lines or URL-encoded; it says what it repaired. Nothing leaves this machine, "
                + "unless --ocsp has the certificates' responders asked.",
            "Receipts of the older kinds are taken too: PKCS#7 in its bytes or in base64, once or more often. What a "
                + "receipt says without a valid signature is called claimed.",
        ], arguments: [InputResolver.argument], flags: [json, plain] + TrustOptions.flags + [RevocationOption.flag],
        examples: [
            .init("decode notification.jws", "a file"),
            .init("decode 'eyJhbGciOiJFUzI1NiIsIng1YyI6...'", "the text itself"),
            .init("decode --json body.json | jq .payload", "the payload alone, as JSON"),
        ])

    private let input: String?
    private let isJSON: Bool
    private let isPlain: Bool
    private let trust: TrustOptions
    private let revocation: RevocationOption

    init(reading arguments: inout ArgumentReader) {
        input = arguments.word(InputResolver.argument)
        isJSON = arguments.isSet(Self.json)
        isPlain = arguments.isSet(Self.plain)
        trust = TrustOptions(reading: &arguments)
        revocation = RevocationOption(reading: &arguments)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let verifier = try TrustMaterial.verifier(for: trust, io: io)
        return try await revocation.use(io: io) { checker throws(CommandError) in
            try await run(JWSDecoder(verifier: verifier, now: io.now()), checker, io: io)
        }
    }

    private func run(
        _ decoder: JWSDecoder, _ checker: RevocationChecker?, io: CommandIO
    ) async throws(CommandError) -> ExitStatus {
        let bytes = try InputResolver(io: io).bytes(input)
        let found: NormalizedInput
        do throws(InputFailure) {
            found = try InputNormalizer.normalize(try bytes.get())
        } catch {
            write(DecodedJWS(failure: VerificationFailure(error)), path: nil, notes: [], now: decoder.now, to: io)
            return .no
        }
        var status = ExitStatus.fine
        var isAnyVerified = false
        for item in found.items where io.output.failure == nil {
            let path = isJSON || found.items.count > 1 ? item.path : nil
            if let receipt = item.receipt {
                let decoded = DecodedReceipt(receipt, verifier: decoder.verifier, now: decoder.now)
                if !decoded.isReadable { status = .no }
                if decoded.isVerified { isAnyVerified = true }
                write(decoded, path: path, notes: found.notes, now: decoder.now, to: io)
                continue
            }
            var decoded = decoder.decode(item.jws)
            if let checker { await decoded.ask(checker, about: item.jws, by: decoder) }
            if decoded.payload == nil { status = .no }
            if decoded.isVerified { isAnyVerified = true }
            write(decoded, path: path, notes: found.notes, now: decoder.now, to: io)
        }
        if isJSON { return status }
        if !found.notes.isEmpty { io.output.writeLine("repaired: \(found.notes.joined(separator: "; "))") }
        if trust.apps.isEmpty, isAnyVerified { io.output.writeLine(TrustOptions.anyApp) }
        return status
    }

    private func write(_ decoded: some Decoded, path: String?, notes: [String], now: Int64, to io: CommandIO) {
        guard isJSON else {
            if let path { io.output.writeLine("\(path):") }
            let style = io.style(isPlain: isPlain)
            for line in decoded.tree(now: now, style: style).lines(style: style) { io.output.writeLine(line) }
            return
        }
        var members = decoded.members
        if let path { members.append(JSONMember("path", .string(path))) }
        if !notes.isEmpty { members.append(JSONMember("notes", .array(notes.map(JSONValue.string)))) }
        io.output.writeLine(JSONWriter().text(.object(members)))
    }
}
