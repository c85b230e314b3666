internal import EntitlementStorage
internal import Entitlements

/// The questions to the database, asked over one connection; each is answered from one unchanging state.
struct StoreQueries {
    let connection: Connection
    let patience: Int

    func rows(_ sql: String, _ parameters: Parameter...) throws(PostgreSQLFailure) -> Rows {
        try rows(sql, parameters)
    }

    func rows(_ sql: String, _ parameters: [Parameter]) throws(PostgreSQLFailure) -> Rows {
        let answers = try connection.run([Command(sql, parameters)], patience: patience)
        guard let rows = answers.first else { throw .damage("the server gave no answer") }
        return rows
    }

    /// The apps and environments that occur, in order, with their rows.
    func scopes(environment: String? = nil) throws(PostgreSQLFailure) -> [(row: Int32, scope: AppScope)] {
        let found = try rows(
            """
            SELECT id, environment, bundle, realm FROM scope WHERE environment = $1::bytea OR $1::bytea IS NULL
            ORDER BY environment, bundle, realm
            """, .optional(environment.map { Array($0.utf8) }))
        return (0..<found.count).map { row in
            (row: Int32(truncatingIfNeeded: found.integer(row, 0)), scope: found.scope(row, 1))
        }
    }

    func greatestDate() throws(PostgreSQLFailure) -> Int64? {
        try rows("SELECT max(value) FROM total WHERE name = $1::int2", .small(Total.greatestDate.rawValue))
            .optionalInteger(0, 0)
    }

    func counts() throws(PostgreSQLFailure) -> StoreCounts {
        let totals = try rows("SELECT name, sum(value)::int8 FROM total GROUP BY name")
        var counts = StoreCounts()
        for row in 0..<totals.count where totals.integer(row, 1) > 0 {
            let value = totals.integer(row, 1)
            switch Total(rawValue: Int16(truncatingIfNeeded: totals.integer(row, 0))) {
            case .applied: counts.notifications[.applied] = value
            case .superseded: counts.notifications[.superseded] = value
            case .recorded: counts.notifications[.recorded] = value
            case .quarantined: counts.notifications[.quarantined] = value
            case .rejected: counts.notifications[.rejected] = value
            case .rejectedBytes: counts.rejectedBytes = value
            case .prunedNotifications: counts.prunedNotifications = value
            case .looseStatements: counts.looseStatements = value
            case .greatestDate, .prunedEvents, nil: break
            }
        }
        return counts
    }
}
