/// The commands that look after a store.
enum CareCommands {
    static let all: [any Command.Type] = [
        InspectCommand.self, ReconcileCommand.self, BackfillCommand.self, ExportCommand.self, ImportCommand.self,
        BackupCommand.self,
        StoreCheckCommand.self, StorePruneCommand.self, StorePartitionsCommand.self, MigrateCommand.self,
        ReplayCommand.self, AccountTokenCommand.self,
    ]
}
