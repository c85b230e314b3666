internal import AppStoreServerAPI
internal import StrictJSON

/// The commands that sign what an app hands to StoreKit, in the order of the overview.
enum OfferCommands {
    static let all: [any Command.Type] = [
        SignPromotionalOfferCommand.self, SignIntroductoryOfferCommand.self, SignAdvancedCommerceCommand.self,
    ]

    static let product = FlagDefinition.value("product", "ID", isRequired: true, "the subscription")
    static let nonce = FlagDefinition.value("nonce", "UUID", "used once; a new one unless given")

    /// The nonce that was given, or a new one.
    static func nonce(_ text: String?) -> String {
        text ?? DerivedToken.version4(random: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
    }

    /// Signs, and tells a mistake as the command line does.
    static func signed<Value>(_ body: () throws(ServerAPIError) -> Value) throws(CommandError) -> Value {
        do throws(ServerAPIError) { return try body() } catch {
            guard case .invalidRequest(let mistake) = error else { throw CommandError(error) }
            throw .misconfigured([Problem("nothing was signed: \(mistake)")])
        }
    }
}

/// Signs a promotional offer.
struct SignPromotionalOfferCommand: Command {
    static let offer = FlagDefinition.value(
        "offer", "ID", isRequired: true, "the offer, as App Store Connect names it")
    static let transaction = FlagDefinition.value(
        "transaction", "ID", "any transaction of the customer's, or their appTransactionId; recommended")
    static let version1 = FlagDefinition.toggle(
        "version-1", "signs for the original API, and prints JSON with all that it wants to know")
    static let account = FlagDefinition.value(
        "account", "UUID", "the appAccountToken of the purchase; with --version-1 only")

    static let definition = CommandDefinition(
        "sign promotional-offer", "signs a promotional offer for an app's customer",
        discussion: [
            "Prints the JWS that the app hands to StoreKit. A signature by --version-1 holds for 24 hours."
        ],
        flags: [OfferCommands.product, offer, transaction, version1, account, OfferCommands.nonce]
            + SigningOptions.flags,
        examples: [
            .init(
                "sign promotional-offer --product pro.monthly --offer spring --transaction 2000000123456789",
                "the JWS"),
            .init("sign promotional-offer --product pro.monthly --offer spring --version-1", "for the original API"),
        ])

    private let signing: SigningOptions
    private let product: String
    private let offer: String
    private let transaction: String?
    private let isVersion1: Bool
    private let account: String?
    private let nonce: String

    init(reading arguments: inout ArgumentReader) {
        signing = SigningOptions(reading: &arguments)
        product = arguments.text(OfferCommands.product) ?? ""
        offer = arguments.text(Self.offer) ?? ""
        transaction = arguments.text(Self.transaction)
        isVersion1 = arguments.isSet(Self.version1)
        account = arguments.text(Self.account)
        nonce = OfferCommands.nonce(arguments.text(OfferCommands.nonce))
        if isVersion1, transaction != nil {
            arguments.note(Problem("\(Self.version1.dashed) signs no transaction"))
        }
        if !isVersion1, account != nil {
            arguments.note(Problem("\(Self.account.dashed) is signed with \(Self.version1.dashed) only"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let signer = OfferSigner(try signing.credentials(io: io))
        let now = io.now()
        let text = try OfferCommands.signed { () throws(ServerAPIError) in
            guard isVersion1 else {
                return try signer.promotionalOffer(
                    productId: product, offerIdentifier: offer, transactionId: transaction, nonce: nonce, now: now)
            }
            let signature = try signer.promotionalOfferV1(
                productId: product, offerIdentifier: offer, appAccountToken: account, nonce: nonce, timestamp: now)
            return JSONWriter().text(signature.json)
        }
        io.output.writeLine(text)
        return .fine
    }
}

/// Signs whether a customer may have an introductory offer.
struct SignIntroductoryOfferCommand: Command {
    static let allow = FlagDefinition.value(
        "allow", "true|false", choices: ["true", "false"], isRequired: true, "whether the customer may have it")
    static let transaction = FlagDefinition.value(
        "transaction", "ID", isRequired: true, "any transaction of the customer's, or their appTransactionId")

    static let definition = CommandDefinition(
        "sign introductory-offer", "signs whether a customer may have an introductory offer",
        discussion: ["Prints the JWS that the app hands to StoreKit, in place of the App Store's own judgement."],
        flags: [OfferCommands.product, allow, transaction, OfferCommands.nonce] + SigningOptions.flags,
        examples: [
            .init(
                "sign introductory-offer --product pro.monthly --allow true --transaction 2000000123456789", "the JWS")
        ])

    private let signing: SigningOptions
    private let product: String
    private let isAllowed: Bool
    private let transaction: String
    private let nonce: String

    init(reading arguments: inout ArgumentReader) {
        signing = SigningOptions(reading: &arguments)
        product = arguments.text(OfferCommands.product) ?? ""
        isAllowed = arguments.text(Self.allow) == "true"
        transaction = arguments.text(Self.transaction) ?? ""
        nonce = OfferCommands.nonce(arguments.text(OfferCommands.nonce))
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let signer = OfferSigner(try signing.credentials(io: io))
        let now = io.now()
        io.output.writeLine(
            try OfferCommands.signed { () throws(ServerAPIError) in
                try signer.introductoryOfferEligibility(
                    productId: product, allowIntroductoryOffer: isAllowed, transactionId: transaction, nonce: nonce,
                    now: now)
            })
        return .fine
    }
}

/// Signs a request of the Advanced Commerce API.
struct SignAdvancedCommerceCommand: Command {
    static let definition = CommandDefinition(
        "sign advanced-commerce", "signs a request of the Advanced Commerce API for the app",
        discussion: ["Prints the JWS that the app hands to StoreKit. The request is signed as it stands."],
        flags: [ServerAPIArguments.request, OfferCommands.nonce] + SigningOptions.flags,
        examples: [.init("sign advanced-commerce --request request.json", "the JWS")])

    private let signing: SigningOptions
    private let request: String
    private let nonce: String

    init(reading arguments: inout ArgumentReader) {
        signing = SigningOptions(reading: &arguments)
        request = arguments.text(ServerAPIArguments.request) ?? ""
        nonce = OfferCommands.nonce(arguments.text(OfferCommands.nonce))
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let contents = try io.contents(of: request)
        let signer = OfferSigner(try signing.credentials(io: io))
        let now = io.now()
        io.output.writeLine(
            try OfferCommands.signed { () throws(ServerAPIError) in
                try signer.advancedCommerceRequest(
                    try ServerAPIArguments.object(contents), nonce: nonce, now: now)
            })
        return .fine
    }
}
