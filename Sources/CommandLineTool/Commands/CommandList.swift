/// Every command there is, in the order of the overview.
package enum CommandList {
    package static let all: [any Command.Type] = [
        DecodeCommand.self, VerifyCommand.self, ServeCommand.self, IngestCommand.self, EntitlementsCommand.self,
        SignCommand.self, AuthorityCreateCommand.self, HelpCommand.self, CompletionCommand.self,
    ]

    /// The definitions of all commands.
    package static var definitions: [CommandDefinition] { all.map { $0.definition } }
}
