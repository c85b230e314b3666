internal import EntitlementStorage
internal import Entitlements

/// The questions to a database; each is answered on one unchanging state of it.
struct StoreQueries {
    let connection: Connection

    /// The apps and environments that occur, in order, with their rows.
    func scopes(environment: String? = nil) throws(SQLiteFailure) -> [(row: Int64, scope: AppScope)] {
        try connection.all(
            """
            SELECT id, environment, bundle, realm FROM scope WHERE environment = ?1 OR ?1 IS NULL
            ORDER BY environment, bundle, realm
            """, .optional(environment)
        ) { row throws(SQLiteFailure) in (row: row.integer(0), scope: try StoreQueries.scope(row, at: 1)) }
    }

    static func scope(_ row: PreparedStatement, at column: Int32) throws(SQLiteFailure) -> AppScope {
        AppScope(
            environment: try row.text(column), bundleId: try row.text(column + 1), realm: try row.text(column + 2))
    }

    static func digest(_ row: PreparedStatement, at column: Int32) throws(SQLiteFailure) -> FactDigest {
        guard let digest = FactDigest(bytes: try row.blob(column)) else {
            throw SQLiteFailure(code: .corrupt, message: "a digest is not 32 bytes long", operation: "read")
        }
        return digest
    }

    func greatestDate() throws(SQLiteFailure) -> Int64? {
        try connection.number("SELECT value FROM total WHERE name = ?", [.text(Total.greatestDate.rawValue)])
    }

    func counts() throws(SQLiteFailure) -> StoreCounts {
        var counts = StoreCounts()
        let totals = try connection.all("SELECT name, value FROM total WHERE value > 0") { row throws(SQLiteFailure) in
            (total: Total(rawValue: try row.text(0)), value: row.integer(1))
        }
        for (total, value) in totals {
            switch total {
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
