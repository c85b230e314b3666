internal import CommandLineTool
internal import Testing

@Suite("Shell completion")
struct CompletionScriptTests {
    static let definitions = [
        CommandDefinition(
            "mend", "mends 'em", arguments: [.init("WHAT", choices: ["sock", "glove"], "what")],
            flags: [
                .value("wool", "COLOUR", choices: ["red", "blue"], "the colour"),
                .value("root", "FILE", isRepeatable: true, "a root: [any]"), .toggle("json", "as JSON"),
            ], examples: []),
        CommandDefinition("keep create", "creates", arguments: [.init("DIR", "where")], examples: []),
    ]

    @Test("The bash script completes commands, flags and values")
    func bash() {
        let script = CompletionScript(Self.definitions).bash
        #expect(script.contains("'mend'|'keep'|'keep create') command="))
        #expect(script.contains("'') words='mend keep --help --version' ;;"))
        #expect(script.contains("'keep') words='create' ;;"))
        #expect(script.contains("'mend --wool') COMPREPLY=($(compgen -W 'red blue' -- \"$current\")); return ;;"))
        #expect(script.contains("'mend --root') return ;;"))
        #expect(script.contains("words='--wool --root --json --help'"))
        #expect(script.contains("else words='sock glove'"))
    }

    @Test("The zsh script describes commands, flags and values, with quotes escaped")
    func zsh() {
        let script = CompletionScript(Self.definitions).zsh
        #expect(script.hasPrefix("#compdef storekeeper\n"))
        #expect(script.contains("'mend:mends '\\''em'"))
        #expect(script.contains("'--wool=[the colour]:COLOUR:(red blue)'"))
        #expect(script.contains("'*--root=[a root\\: \\[any\\]]:FILE:_files'"))
        #expect(script.contains("'--json[as JSON]'"))
        #expect(script.contains("':DIR:_files -/'"))
    }

    @Test("Each shell gets its script, and every command is in it", arguments: ["bash", "zsh"])
    func command(_ shell: String) async {
        let outcome = await CommandHarness().run("completion", shell)
        #expect(outcome.status == .fine)
        for definition in CommandList.definitions { #expect(outcome.output.contains("'\(definition.name)")) }
    }
}
