internal import EntitlementStorage
internal import Synchronization

/// Some connections of one kind; whoever comes gets the one that has the least to do.
final class ConnectionPool: Sendable {
    private let connections: [ServerConnection]
    /// How much waits for each connection.
    private let waiting: Mutex<[Int]>

    /// Makes the pool; each connection is opened when it is first used.
    init(server: DatabaseServer, count: Int, name: String) {
        connections = (0..<max(count, 1)).map { number in
            ServerConnection(server: server, label: "storekeeper.postgresql.\(name).\(number)")
        }
        waiting = Mutex(Array(repeating: 0, count: connections.count))
    }

    func with<Value: Sendable>(
        _ body: (ServerConnection) async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let least = waiting.withLock { waiting -> Int in
            let least = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
            waiting[least] += 1
            return least
        }
        defer { waiting.withLock { $0[least] -= 1 } }
        return try await body(connections[least])
    }

    func close() async {
        for connection in connections { await connection.close() }
    }
}
