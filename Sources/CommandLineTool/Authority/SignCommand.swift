internal import AppStoreModels
internal import JWS
internal import OpenSSLCrypto
internal import StoreSimulator
internal import StrictJSON

/// Signs test data as the App Store signs its own.
struct SignCommand: Command {
    static let kinds: [PayloadKind] = [.notification, .transaction, .renewalInfo, .appTransaction]
    static let kind = ArgumentDefinition(
        "KIND", isRequired: true, choices: kinds.map(\.rawValue), "what the payload is")
    static let authority = FlagDefinition.value(
        "authority", "DIR", isRequired: true, readsEnvironment: true, "the test authority, made with authority create")
    static let payload = FlagDefinition.value("payload", "FILE|-", isRequired: true, "the payload, a JSON object")
    static let transaction = FlagDefinition.value(
        "transaction", "FILE|-", "signs this one too and puts it into data.signedTransactionInfo")
    static let renewalInfo = FlagDefinition.value(
        "renewal-info", "FILE|-", "signs this one too and puts it into data.signedRenewalInfo")
    static let appTransaction = FlagDefinition.value(
        "app-transaction", "FILE|-", "signs this one too and puts it into appData.signedAppTransactionInfo")
    static let body = FlagDefinition.toggle("body", "prints a request body, {\"signedPayload\": \"...\"}")
    static let fault = FlagDefinition.value(
        "fault", "NAME", choices: SigningFault.allCases.map(\.rawValue), "breaks one rule")

    static let definition = CommandDefinition(
        "sign", "signs a test payload as the App Store does, or with one fault",
        discussion: [
            "The payload is signed as it stands. Only what is configured to trust the authority's root accepts it; "
                + "the App Store's own verifiers never do."
        ], arguments: [kind], flags: [authority, payload, transaction, renewalInfo, appTransaction, body, fault],
        examples: [
            .init("sign transaction --authority authority --payload t.json > t.jws", "sign a transaction"),
            .init(
                "sign notification --authority authority --payload n.json --transaction t.json --body",
                "sign a notification with a transaction inside, as a request body"),
            .init(
                "sign transaction --authority authority --payload t.json --fault expired-leaf",
                "see what a receiver makes of an expired certificate"),
        ])

    /// A file that is signed into a member of the notification.
    private struct Nested {
        var flag: FlagDefinition
        var file: String
        var container: String
        var member: String
    }

    private let kind: PayloadKind
    private let authority: String
    private let payload: String
    private let nested: [Nested]
    private let isBody: Bool
    private let fault: SigningFault?

    init(reading arguments: inout ArgumentReader) {
        kind = arguments.word(Self.kind).flatMap { PayloadKind(rawValue: $0) } ?? .transaction
        authority = arguments.text(Self.authority) ?? ""
        payload = arguments.text(Self.payload) ?? ""
        isBody = arguments.isSet(Self.body)
        fault = arguments.text(Self.fault).flatMap { SigningFault(rawValue: $0) }
        let flags = [
            (Self.transaction, "data", "signedTransactionInfo"), (Self.renewalInfo, "data", "signedRenewalInfo"),
            (Self.appTransaction, "appData", "signedAppTransactionInfo"),
        ]
        nested = flags.compactMap { flag, container, member in
            arguments.text(flag).map { Nested(flag: flag, file: $0, container: container, member: member) }
        }
        if kind != .notification {
            for entry in nested {
                arguments.note(Problem("\(entry.flag.dashed) belongs to a notification, not to a \(kind.rawValue)"))
            }
            if isBody { arguments.note(Problem("\(Self.body.dashed) belongs to a notification")) }
        }
        if ([payload] + nested.map(\.file)).count(where: { $0 == "-" }) > 1 {
            arguments.note(Problem("standard input can be only one of the files"))
        }
        if let fault, fault.isOnlyInside, nested.isEmpty {
            arguments.note(
                Problem("fault \(fault.rawValue) needs something inside", hint: "add \(Self.transaction.usage)"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let authority = try AuthorityFolder(authority, io: io).read()
        var object = try read(payload, expecting: kind, io: io)
        for entry in nested {
            let inner = try read(entry.file, expecting: nil, io: io)
            let jws = try sign(inner, by: authority, fault: fault?.inside, io: io)
            guard var container = object.value[entry.container] else {
                throw .misconfigured([
                    Problem("\(InputResolver.name(payload)) has no member \(entry.container) for \(entry.flag.dashed)")
                ])
            }
            container[entry.member] = .string(jws)
            object.value[entry.container] = container
            object.source = JSONWriter().bytes(object.value)
        }
        let jws = try sign(object, by: authority, fault: fault?.outside, io: io)
        let answer: JSONValue = ["signedPayload": .string(jws)]
        io.output.writeLine(isBody ? JSONWriter().text(answer) : jws)
        if io.error.isTerminal {
            io.hint(
                "only those who trust this root accept it: --root \(AuthorityFolder(self.authority, io: io).rootFile)")
        }
        return .fine
    }

    /// A payload as a value, and the bytes that are signed.
    private struct Object {
        var value: JSONValue
        var source: [UInt8]
    }

    private func read(_ file: String, expecting kind: PayloadKind?, io: CommandIO) throws(CommandError) -> Object {
        let bytes = Array(try io.contents(of: file)[...].trimmingWhiteSpace())
        let name = InputResolver.name(file)
        let root: JSONNode
        do throws(JSONError) { root = try JSONDocument(parsing: bytes).root } catch {
            throw .misconfigured([
                Problem(
                    "\(name) is not JSON: \(error)",
                    hint: "to sign what is not JSON, use \(Self.fault.dashed) payload-not-json")
            ])
        }
        guard root.kind == .object else { throw .misconfigured([Problem("\(name) is not a JSON object")]) }
        if let kind, let found = PayloadKind.detect(root), found != kind {
            io.warn("\(name) looks like a \(found.rawValue), not a \(kind.rawValue)")
        }
        return Object(value: .node(root), source: bytes)
    }

    private func sign(
        _ object: Object, by authority: TestAuthority, fault: SigningFault?, io: CommandIO
    ) throws(CommandError) -> String {
        let date = object.value["signedDate"] ?? object.value["receiptCreationDate"]
        var signedDate = io.now()
        switch date {
        case .node(let node): if let written = node.number?.floor { signedDate = written }
        case .number(let number): if let written = number.floor { signedDate = written }
        default: break
        }
        let signer = FaultySigner(.authority(authority), signedDate: signedDate, fault: fault)
        do throws(JWSError) { return try signer.sign(object.source) } catch {
            throw .defect(Problem("cannot sign: \(error)"))
        }
    }
}
