internal import EntitlementStorage

/// Listens, over a connection of its own, for what other processes write; one that is lost is opened again.
actor EventListener {
    private nonisolated let executor = DatabaseExecutor(label: "storekeeper.postgresql.listener")
    private let server: DatabaseServer
    /// What this process signs its own notifications with.
    nonisolated let own: String

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    init(server: DatabaseServer, own: String) {
        self.server = server
        self.own = own
    }

    /// Calls `hear` whenever others may have written events, until the task is cancelled.
    func run(_ hear: @Sendable () -> Void) async {
        var pause: Int64 = 0
        while !Task.isCancelled {
            if pause > 0 { try? await Task.sleep(for: .milliseconds(pause)) }
            guard let stop = try? WakePipe() else { return }
            let hasHeard = await withTaskCancellationHandler {
                listen(until: stop, hear)
            } onCancel: {
                stop.wake()
            }
            // A server that was there a moment ago is asked at once, one that is away more and more seldom.
            pause = hasHeard ? 0 : min(max(pause * 2, 500), 30_000)
        }
    }

    /// Listens until the connection is lost; whether there was one.
    private func listen(until stop: WakePipe, _ hear: @Sendable () -> Void) -> Bool {
        guard let connection = try? opened() else { return false }
        // What was said while nobody listened.
        hear()
        while !Task.isCancelled, let authors = try? connection.notifications(until: stop) {
            if authors.contains(where: { $0 != own }) { hear() }
        }
        return true
    }

    private func opened() throws(PostgreSQLFailure) -> Connection {
        let connection = try server.connected()
        let answers = try connection.run([EventChannel.question], patience: server.options.answerPatience)
        guard let channel = answers.first?.optionalText(0, 0) else { throw .damage("the server gave no answer") }
        _ = try connection.run([Command("LISTEN \(channel)")], patience: server.options.answerPatience)
        return connection
    }
}

extension PostgreSQLStore: EventHearing {
    package func hearEvents(_ hear: @escaping @Sendable () -> Void) async { await listener.run(hear) }
}
