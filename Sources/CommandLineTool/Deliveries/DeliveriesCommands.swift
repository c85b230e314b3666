/// The commands about events on their way to webhooks, in the order of the overview.
package enum DeliveriesCommands {
    package static let all: [any Command.Type] = [
        DeliveriesListCommand.self, DeliveriesShowCommand.self, DeliveriesRedeliverCommand.self,
        DeliveriesRecoverCommand.self, DeliveriesPauseCommand.self, DeliveriesResumeCommand.self,
    ]
}
