package import EntitlementStorage

/// A connection of its own for single statements, beside the stores of a database.
///
/// It speaks to the schema that the stores of the same address use.
package actor DatabaseConsole {
    private nonisolated let executor = DatabaseExecutor(label: "storekeeper.postgresql.console")
    private let server: DatabaseServer
    private var connection: Connection?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    /// Names a database; the connection is made when it is first used.
    package init(_ address: PostgreSQLAddress) throws(StoreError) {
        server = try DatabaseServer(address, options: PostgreSQLOptions())
    }

    /// Runs one statement and gives its rows; columns must be of type `text` to be read.
    @discardableResult
    package func run(_ statement: String) throws(StoreError) -> [[String?]] {
        do throws(PostgreSQLFailure) {
            let connection = try opened()
            let answers = try connection.run([Command(statement)], patience: server.options.answerPatience)
            guard let rows = answers.first else { return [] }
            return (0..<rows.count).map { row in
                (0..<rows.columns).map { rows.optionalText(row, $0) }
            }
        } catch {
            throw StoreError(error, address: server.address)
        }
    }

    /// Lets go of the connection.
    package func close() { connection = nil }

    private func opened() throws(PostgreSQLFailure) -> Connection {
        if let connection, !connection.isBroken { return connection }
        let opened = try server.connected()
        connection = opened
        return opened
    }
}
