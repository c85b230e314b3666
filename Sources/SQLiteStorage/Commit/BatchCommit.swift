internal import EntitlementStorage
internal import Entitlements

/// The work of one write transaction: merges a batch and tells what became of each submission.
///
/// What it learns about rows is only valid when the transaction commits; the owner then takes over `known`.
struct BatchCommit {
    let connection: Connection
    let limits: RejectionLimits
    private(set) var known: KnownRows
    private var lines: [LineIdentity: Int64] = [:]
    private var totals: [Total: Int64] = [:]
    private var greatestDate: Int64?
    var desk: EventDesk

    init(connection: Connection, options: SQLiteOptions, known: KnownRows) {
        self.connection = connection
        limits = options.rejectionLimits
        desk = EventDesk(rules: options.eventRules)
        self.known = known
    }

    mutating func run(_ batch: [Submission]) throws(SQLiteFailure) -> [CommitResult] {
        var results: [CommitResult] = []
        results.reserveCapacity(batch.count)
        for submission in batch {
            switch submission {
            case .verified(let delivery): results.append(try keep(delivery))
            case .quarantined(let delivery): results.append(try keep(delivery))
            case .rejected(let input): results.append(try keep(input))
            }
        }
        try dropRejections()
        try writeTotals()
        try writeEvents()
        return results
    }

    // MARK: - Totals

    mutating func count(_ total: Total, _ change: Int64 = 1) { totals[total, default: 0] += change }

    mutating func note(date: Int64) { greatestDate = max(date, greatestDate ?? date) }

    /// The total as it will be when this transaction commits; 0 when this batch does not touch it.
    func total(_ total: Total) throws(SQLiteFailure) -> Int64 {
        guard let change = totals[total] else { return 0 }
        return try change + connection.number("SELECT value FROM total WHERE name = ?", .text(total.rawValue))
    }

    private func writeTotals() throws(SQLiteFailure) {
        for (total, change) in totals where change != 0 {
            try connection.run(
                """
                INSERT INTO total (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = value + excluded.value
                """, .text(total.rawValue), .integer(change))
        }
        guard let greatestDate else { return }
        try connection.run(
            """
            INSERT INTO total (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > value
            """, .text(Total.greatestDate.rawValue), .integer(greatestDate))
    }

    // MARK: - Rows that others refer to

    mutating func row(of scope: AppScope) throws(SQLiteFailure) -> Int64 {
        if let id = known.scopes[scope] { return id }
        let values: [SQLValue] = [.text(scope.environment), .text(scope.bundleId), .text(scope.realm)]
        let id = try connection.find(
            "SELECT id FROM scope WHERE environment = ? AND bundle = ? AND realm = ?",
            orInsert: "INSERT INTO scope (environment, bundle, realm) VALUES (?, ?, ?)", values)
        known.scopes[scope] = id
        return id
    }

    mutating func row(ofHeader segment: [UInt8]) throws(SQLiteFailure) -> Int64 {
        if let id = known.header(segment) { return id }
        let values: [SQLValue] = [.integer(BatchCommit.hash(segment)), .blob(segment)]
        let id = try connection.find(
            "SELECT id FROM header WHERE hash = ? AND segment = ?",
            orInsert: "INSERT INTO header (hash, segment) VALUES (?, ?)", values)
        known.remember(header: segment, id: id)
        return id
    }

    mutating func row(of line: LineIdentity) throws(SQLiteFailure) -> Int64 {
        if let id = lines[line] { return id }
        let original = line.originalTransactionId
        let values: [SQLValue] = [
            .integer(try row(of: line.scope)), .integer(IdentifierRank.rank(of: original)), .text(original),
        ]
        let id = try connection.find(
            "SELECT id FROM line WHERE scope = ? AND rank = ? AND original = ?",
            orInsert: "INSERT INTO line (scope, rank, original) VALUES (?, ?, ?)", values)
        lines[line] = id
        return id
    }

    /// FNV-1a: it only has to spread headers over an index, whose rows are compared in full.
    private static func hash(_ bytes: [UInt8]) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
