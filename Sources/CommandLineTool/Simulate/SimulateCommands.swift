/// The commands of the simulated App Store, in the order of the overview.
package enum SimulateCommands {
    package static let all: [any Command.Type] = [
        SimulateRunCommand.self, SimulateListCommand.self, SimulateExplainCommand.self, SimulateTriggerCommand.self,
        SimulateConfigCommand.self, SimulateGenerateCommand.self, SimulateServeCommand.self,
        SimulateTransactionsCommand.self, SimulateInspectCommand.self,
    ]
}
