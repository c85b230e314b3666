internal import AppStoreVerification
internal import CommandLineTool
internal import Testing

@Suite("Help")
struct HelpTests {
    @Test("Every failure code has an entry, in the order of the checks")
    func complete() {
        #expect(FailureHelp.all.map(\.code) == FailureCode.all.map(\.rawValue))
    }

    @Test("An entry has a cause, a fix and an example, and fits its width", arguments: FailureHelp.all)
    func entry(_ help: FailureHelp) async {
        let outcome = await CommandHarness(width: 80).run("help", help.code)
        #expect(outcome.status == .fine)
        #expect(outcome.output.hasPrefix("\(help.code): "))
        #expect(outcome.output.contains("\nCause\n  ") && outcome.output.contains("\nFix\n  "))
        #expect(outcome.output.contains("\nExample\n  "))
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(help.cause.hasSuffix(".") && help.fix.hasSuffix(".") && !help.title.hasSuffix("."))
    }

    @Test("The exit codes are those of the contract")
    func exitCodes() async {
        let outcome = await CommandHarness().run("help", "exit-codes")
        #expect(
            outcome.output.split(separator: "\n").map { $0.prefix(3) } == ["0  ", "1  ", "2  ", "3  ", "4  ", "5  "])
    }

    @Test("An unknown topic is not found, and the nearest one is named")
    func unknown() async {
        let outcome = await CommandHarness().run("help", "chain.expird")
        #expect(
            outcome
                == .init(
                    status: .notFound, output: "",
                    error: """
                        storekeeper: error: there is no help on "chain.expird"
                        storekeeper: hint: did you mean chain.expired?

                        """))
    }

    @Test("The beginning of codes lists them")
    func stage() async {
        let outcome = await CommandHarness().run("help", "app")
        #expect(outcome.status == .notFound)
        #expect(outcome.error.contains("hint: app.bundle_id, app.apple_id, app.environment"))
    }

    @Test("The help of a command is written from its definition")
    func text() {
        let definition = CommandDefinition(
            "mend socks", "mends socks", discussion: ["Socks are mended in pairs, one after the other, left first."],
            arguments: [ArgumentDefinition("PAIR", isRequired: true, "which pair")],
            flags: [
                .value("wool", "COLOUR", choices: ["red", "blue"], readsEnvironment: true, "the colour of the wool"),
                .toggle("quiet", "says nothing"),
                .value("moth", "NAME", isRepeatable: true, section: "Moths", "drives a moth away"),
            ],
            examples: [.init("mend socks left", "the left one")])
        #expect(
            HelpText(width: 60).text(of: definition) == """
                storekeeper mend socks: mends socks

                Usage: storekeeper mend socks PAIR [--wool COLOUR] [--quiet]
                                              [--moth NAME]...

                Socks are mended in pairs, one after the other, left first.

                Arguments
                  PAIR  which pair

                Flags
                  --wool COLOUR  the colour of the wool (one of: red, blue)
                                 [STOREKEEPER_WOOL]
                  --quiet        says nothing

                Moths
                  --moth NAME  drives a moth away; repeatable

                Examples
                  the left one:
                    storekeeper mend socks left

                """)
    }
}
