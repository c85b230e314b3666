/// The commands of the simulated App Store, in the order of the overview.
package enum SimulateCommands {
    package static let all: [any Command.Type] = [
        SimulateConfigCommand.self, SimulateServeCommand.self, SimulateTransactionsCommand.self,
        SimulateInspectCommand.self,
    ]
}
