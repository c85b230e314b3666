internal import OpenSSLCrypto
internal import StrictJSON

/// Makes a certification authority for tests.
struct AuthorityCreateCommand: Command {
    static let directory = ArgumentDefinition("DIR", isRequired: true, "the folder to make; it must not hold one yet")
    static let json = FlagDefinition.toggle("json", "prints one JSON object")

    static let definition = CommandDefinition(
        "authority create", "makes a test authority shaped like Apple's, to sign test data with",
        discussion: [
            "The root is on P-384, the intermediate on P-384 with path length 0, the leaf on P-256; intermediate and "
                + "leaf carry Apple's markers. Nobody trusts them: give the root with --root where they shall count.",
            "They are valid from 2008 to 2099, so that test data of any date verifies. Key files can be read by their "
                + "owner only.",
        ], arguments: [directory], flags: [json],
        examples: [
            .init("authority create authority", "make one in the folder authority"),
            .init("verify --root authority/root.pem test.jws", "accept what it signed"),
        ])

    private let directory: String
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        directory = arguments.word(Self.directory) ?? ""
        isJSON = arguments.isSet(Self.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let folder = AuthorityFolder(directory, io: io)
        let authority = try folder.create()
        let fingerprint = authority.root.fingerprint.hexadecimal
        if isJSON {
            let answer: JSONValue = [
                "directory": .string(directory), "root": .string(folder.rootFile), "fingerprint": .string(fingerprint),
            ]
            io.output.writeLine(JSONWriter().text(answer))
            return .fine
        }
        io.output.writeLine("made a worthless test authority in \(TerminalText.plain(directory))")
        io.output.writeLine("  root    \(TerminalText.plain(folder.rootFile))")
        io.output.writeLine("  sha256  \(fingerprint)")
        io.output.writeLine("  next    storekeeper sign transaction --authority \(directory) --payload FILE")
        return .fine
    }
}
