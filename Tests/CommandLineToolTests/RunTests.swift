internal import CommandLineTool
internal import Testing

@Suite("Running a command line")
struct RunTests {
    @Test("The version is one line")
    func version() async {
        let outcome = await CommandHarness().run("--version")
        #expect(outcome == .init(status: .fine, output: "storekeeper 0.1.0\n", error: ""))
    }

    @Test("Without a command the overview goes to standard error and the status is 2")
    func nothing() async {
        let outcome = await CommandHarness().run()
        #expect(outcome.status == .usage)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("storekeeper 0.1.0: "))
    }

    @Test("The overview is the same by flag and by command", arguments: [["--help"], ["-h"], ["help"]])
    func overview(_ line: [String]) async {
        let outcome = await CommandHarness().run(line)
        #expect(outcome.status == .fine)
        #expect(outcome.output.contains("Usage: storekeeper COMMAND"))
        #expect(outcome.error.isEmpty)
    }

    @Test("A mistyped command is answered with the nearest one")
    func mistyped() async {
        let outcome = await CommandHarness().run("complation", "bash")
        #expect(outcome.status == .usage)
        #expect(
            outcome.error == """
                storekeeper: error: unknown command "complation"
                storekeeper: hint: did you mean completion?
                storekeeper: hint: see storekeeper --help

                """)
    }

    @Test("A file or JWS without a command leads to decode", arguments: ["eyJh.eyJi.c", "note.jws"])
    func forgotten(_ word: String) async {
        let harness = CommandHarness(files: MemoryFileSystem(["note.jws": []]))
        let outcome = await harness.run(word)
        #expect(outcome.status == .usage)
        #expect(outcome.error.contains("storekeeper decode INPUT"))
    }

    @Test("A flag before the command is explained")
    func early() async {
        let outcome = await CommandHarness().run("--json", "help")
        #expect(outcome.status == .usage)
        #expect(outcome.error.contains("flags follow the command"))
    }

    @Test("All problems of a command line are listed at once")
    func problems() async {
        let outcome = await CommandHarness().run("completion", "fish", "--wrong", "more")
        #expect(outcome.status == .usage)
        #expect(
            outcome.error == """
                storekeeper: error: unknown flag "--wrong"
                storekeeper: error: SHELL is "fish", not one of bash, zsh
                storekeeper: error: unexpected argument "more"
                storekeeper: hint: see storekeeper completion --help

                """)
    }

    @Test("A reader that went away is no failure, a full disk is a temporary one")
    func outputFailures() async {
        let away = CommandHarness(outputFailure: SystemError(number: 32, text: "broken pipe"))
        #expect(await away.run("--version") == .init(status: .fine, output: "", error: ""))
        let full = CommandHarness(outputFailure: SystemError(number: 28, text: "no space left on device"))
        let outcome = await full.run("--version")
        #expect(outcome.status == .temporary)
        #expect(outcome.error == "storekeeper: error: cannot write to standard output: no space left on device\n")
    }

    @Test("Every command has help with examples that name it", arguments: CommandList.definitions)
    func helpOfCommands(_ definition: CommandDefinition) async {
        let outcome = await CommandHarness().run(definition.words + ["--help"])
        #expect(outcome.status == .fine)
        #expect(outcome.output.contains("Usage: storekeeper \(definition.name)"))
        #expect(!definition.examples.isEmpty)
        for example in definition.examples {
            let words = example.line.prefix { !"|><'".contains($0) }.split(separator: " ").map(String.init)
            let shown = CommandList.definitions.filter { words.starts(with: $0.words) }.last
            #expect(shown != nil, "\(example.line)")
            for word in words where word.hasPrefix("--") {
                #expect(shown?.flags.contains { $0.dashed == word } == true, "\(example.line)")
            }
        }
        // A command line to be copied is not wrapped.
        let prose = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("    storekeeper ") }
        #expect(prose.allSatisfy { $0.count <= 100 })
        let byName = await CommandHarness().run(["help"] + definition.words)
        #expect(byName.output == outcome.output)
    }

    @Test("No flag is defined twice in a command, and none hides --help", arguments: CommandList.definitions)
    func flagNames(_ definition: CommandDefinition) {
        let names = definition.flags.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(!names.contains("help"))
    }
}
