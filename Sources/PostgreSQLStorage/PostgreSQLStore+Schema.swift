package import EntitlementStorage

extension PostgreSQLStore {
    /// Asks which schema a database has, and changes nothing.
    package static func schema(
        of address: PostgreSQLAddress, options: PostgreSQLOptions = PostgreSQLOptions()
    ) async throws(StoreError) -> SchemaStatus {
        let connection = ServerConnection(
            server: try DatabaseServer(address, options: options), label: "storekeeper.postgresql.care")
        do throws(StoreError) {
            let status = try await connection.schema()
            await connection.close()
            return status
        } catch {
            await connection.close()
            throw error
        }
    }
}
