package import EntitlementStorage

extension PostgreSQLStore {
    /// Looks at a database and its server, and changes nothing.
    ///
    /// - Parameters:
    ///   - address: The database.
    ///   - now: The present, in milliseconds since 1970.
    /// - Returns: What was found, with the first thing that could not be done.
    package static func condition(of address: PostgreSQLAddress, now: Int64) async -> StoreCondition {
        var condition = StoreCondition()
        var address = address
        do throws(StoreError) { condition.schema = try await schema(of: address) } catch {
            condition.failure = error
            // A server that takes no writes is passed over unless that is asked for; then it can say so itself.
            guard error.isTemporary, let any = address.takingAnyServer else { return condition }
            address = any
        }
        do throws(StoreError) { condition.server = try await server(of: address, now: now) } catch {
            if condition.failure == nil { condition.failure = error }
        }
        return condition
    }

    private static func server(of address: PostgreSQLAddress, now: Int64) async throws(StoreError) -> ServerCondition {
        let console = try DatabaseConsole(address)
        do throws(StoreError) {
            // The number is this program's own.
            let rows = try await console.run(
                """
                SELECT current_setting('server_version'), pg_is_in_recovery()::text,
                    current_setting('transaction_read_only'), coalesce(
                        (SELECT string_agg(to_char(m, 'YYYY-MM'), ' ' ORDER BY m) FROM generate_series(
                            date_trunc('month', to_timestamp(\(now / 1000)) AT TIME ZONE 'UTC'),
                            date_trunc('month', to_timestamp(\(now / 1000)) AT TIME ZONE 'UTC') + interval '2 months',
                            interval '1 month') AS m
                        WHERE to_regclass(current_schema() || '.notification_default') IS NOT NULL
                            AND to_regclass(current_schema() || '.notification_' || to_char(m, 'YYYY_MM')) IS NULL), '')
                """)
            await console.close()
            let row = rows.first ?? []
            guard row.count == 4 else { throw .defect("the server's condition has \(row.count) columns") }
            return ServerCondition(
                version: row[0] ?? "", isStandby: row[1] == "true", takesWrites: row[2] == "off",
                missingMonths: (row[3] ?? "").split(separator: " ").map(String.init))
        } catch {
            await console.close()
            throw error
        }
    }
}

extension PostgreSQLAddress {
    /// The same address for a server that takes no writes too; nil where the address says itself which it wants.
    fileprivate var takingAnyServer: PostgreSQLAddress? {
        guard !connectionString.contains("target_session_attrs") else { return nil }
        let sign = connectionString.contains("?") ? "&" : "?"
        return PostgreSQLAddress(connectionString + sign + "target_session_attrs=any")
    }
}
