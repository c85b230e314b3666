/// Prints a script that completes command lines in a shell.
struct CompletionCommand: Command {
    static let shell = ArgumentDefinition(
        "SHELL", isRequired: true, choices: ["bash", "zsh"], "the shell")

    static let definition = CommandDefinition(
        "completion", "prints a script that completes storekeeper's command lines in a shell", arguments: [shell],
        examples: [
            .init("completion bash > /etc/bash_completion.d/storekeeper", "for every bash user of this machine"),
            .init("completion zsh > ~/.zfunc/_storekeeper", "for one zsh user, with ~/.zfunc in fpath"),
        ])

    private let shell: String

    init(reading arguments: inout ArgumentReader) { shell = arguments.word(Self.shell) ?? "" }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let script = CompletionScript(CommandList.definitions)
        io.output.write(shell == "bash" ? script.bash : script.zsh)
        return .fine
    }
}
