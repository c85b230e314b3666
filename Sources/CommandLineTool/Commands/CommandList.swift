/// Every command there is, in the order of the overview.
package enum CommandList {
    package static let all: [any Command.Type] =
        [
            DecodeCommand.self, VerifyCommand.self, ServeCommand.self, DoctorCommand.self, IngestCommand.self,
            EntitlementsCommand.self, SignCommand.self, AuthorityCreateCommand.self,
        ] + OfferCommands.all + ServerAPICommands.all + CareCommands.all + DeliveriesCommands.all + SimulateCommands.all
        + [
            HelpCommand.self, CompletionCommand.self,
        ]

    /// Groups so large that the overview of all commands has one line for each of them.
    static let largeGroups = [
        "api": "asks the App Store Server API, with a command for each operation: api --help"
    ]

    /// The commands of a group that the first word names, such as `simulate`; `nil` for what is no group.
    static func group(_ word: String) -> [CommandDefinition]? {
        let group = definitions.filter { $0.words.count > 1 && $0.words.first == word }
        return group.isEmpty ? nil : group
    }

    /// The definitions of all commands.
    package static var definitions: [CommandDefinition] { all.map { $0.definition } }
}
