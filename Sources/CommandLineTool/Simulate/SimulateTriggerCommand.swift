internal import AppStoreModels
internal import SimulatorScenarios
internal import StoreSimulator
internal import StrictJSON

/// Makes one notification, with all that must come before it.
struct SimulateTriggerCommand: Command {
    static let pair = ArgumentDefinition(
        "TYPE.SUBTYPE", isRequired: true, choices: NotificationPairs.all,
        "what is sent; the subtype is left out where the type has none")
    static let set = FlagDefinition.value(
        "set", "FIELD=VALUE", isRepeatable: true,
        "another value for a field, such as transaction.price=4990, renewalInfo.autoRenewStatus=0 or data.status=2")
    static let body = FlagDefinition.toggle("body", "prints a request body, {\"signedPayload\": \"...\"}")
    static let json = FlagDefinition.toggle("json", "prints one JSON object")
    static let bundleId = FlagDefinition.value("bundle-id", "ID", "the app; com.example.app unless given")
    static let at = FlagDefinition.value(
        "at", "TIME", "when it is signed, or a few days before where months are in the way; now unless given")
    static let seed = FlagDefinition.value("seed", "N", "where ids come from; another at each run unless given")

    static let definition = CommandDefinition(
        "simulate trigger", "makes one notification of a type, with all that must come before it",
        discussion: [
            "The customer, the purchases and the renewals that lead to it are made, and only the notification itself is "
                + "printed, or posted. Fields are changed before it is signed; a field that holds a text keeps one."
        ],
        arguments: [pair],
        flags: [
            set, PostingTarget.flag, PostingTarget.yes, SimulationAuthority.flag, bundleId, at, seed, body, json,
        ],
        examples: [
            .init("simulate trigger DID_FAIL_TO_RENEW.GRACE_PERIOD", "print it, signed"),
            .init(
                "simulate trigger REFUND --set transaction.appAccountToken=2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11 "
                    + "--post http://127.0.0.1:8080/v1/notifications --authority authority",
                "for one of your customers, to a running serve"),
            .init("simulate trigger TEST --body | curl -d @- http://localhost:3000/hooks", "to any server"),
        ])

    private let pair: String
    private var overrides = PayloadOverrides()
    private let target: PostingTarget?
    private let authority: String?
    private let bundleId: String?
    private let time: TimeArgument?
    private let seed: UInt64?
    private let isBody: Bool
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        pair = arguments.word(Self.pair) ?? ""
        target = PostingTarget(reading: &arguments)
        authority = arguments.text(SimulationAuthority.flag)
        bundleId = arguments.text(Self.bundleId)
        time = arguments.time(Self.at)
        seed = arguments.integer(Self.seed, in: 0...Int.max).map(UInt64.init)
        isBody = arguments.isSet(Self.body)
        isJSON = arguments.isSet(Self.json)
        for value in arguments.values(Self.set) {
            do throws(PayloadOverrides.Mistake) {
                try overrides.add(value.text)
            } catch {
                arguments.note(
                    Problem("\(value.origin) is \(Quoted.word(value.text)), not a field and a value: FIELD=VALUE"))
            }
        }
        if isBody, isJSON || target != nil {
            arguments.note(Problem("\(Self.body.dashed) goes with neither \(Self.json.dashed) nor --post"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let chain = try SimulationAuthority.chain(in: authority, io: io)
        let made = try await make(chain, io: io)
        let notification = made.notification.notification
        let jws =
            overrides.isEmpty
            ? made.notification.signedPayload : try changed(notification, app: made.app, chain: chain)
        guard let target else {
            let wrapped: JSONValue = ["signedPayload": .string(jws)]
            if isJSON {
                io.output.writeLine(JSONWriter().text(object(notification, jws)))
            } else {
                io.output.writeLine(isBody ? JSONWriter().text(wrapped) : jws)
            }
            return .fine
        }
        let receiver = try ServerReceiver(posting: target.url, asking: nil)
        let receipt = await receiver.receive(PayloadSigner.body(of: jws))
        await receiver.close()
        if isJSON {
            var line = object(notification, jws)
            line["result"] = .string(receipt.result.rawValue)
            line["answer"] = .string(receipt.answer)
            line["milliseconds"] = .optional(receipt.milliseconds)
            io.output.writeLine(JSONWriter().text(line))
        } else {
            let time = receipt.milliseconds.map { "  \($0) ms" } ?? ""
            io.output.writeLine("\(notification.pair)  \(TerminalText.plain(receipt.answer))\(time)")
        }
        if receipt.result == .success { return .fine }
        return receipt.result == .unsuccessfulHTTPResponseCode ? .no : .temporary
    }

    private func make(
        _ chain: SigningChain, io: CommandIO
    ) async throws(CommandError) -> (notification: SignedNotification, app: SimulatedApp) {
        let now = io.now()
        do throws(ScenarioFailure) {
            let made = try await TriggerPlan.find(pair, chain: chain)?.make(
                at: time?.milliseconds(now: now) ?? now, seed: seed ?? UInt64(max(now, 0)), bundleId: bundleId,
                chain: chain)
            if let made { return made }
        } catch {
            guard case .session(.refused) = error else { throw .defect(Problem(error.description)) }
        }
        throw .misconfigured([
            Problem("\(pair) cannot be made at that time", hint: "what leads to it must fit between 1970 and 9999")
        ])
    }

    private func changed(
        _ notification: SimulatedNotification, app: SimulatedApp, chain: SigningChain
    ) throws(CommandError) -> String {
        do throws(PayloadOverrides.Mistake) {
            return try overrides.sign(notification, app: app, chain: chain)
        } catch {
            switch error {
            case .noPart(let part):
                throw .misconfigured([Problem("\(notification.pair) has no \(part) inside to change")])
            case .form(let text): throw .misconfigured([Problem("\(Quoted.word(text)) is not FIELD=VALUE")])
            case .signing(let reason): throw .defect(Problem(reason))
            }
        }
    }

    private func object(_ notification: SimulatedNotification, _ jws: String) -> JSONValue {
        [
            "notificationType": .string(notification.type.rawValue),
            "subtype": .optional(notification.subtype?.rawValue), "notificationUUID": .string(notification.id),
            "signedDate": .integer(notification.signedDate), "signedPayload": .string(jws),
        ]
    }
}
