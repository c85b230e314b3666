package import EntitlementStorage

/// How a PostgreSQL store behaves; the defaults suit a service.
package struct PostgreSQLOptions: Hashable, Sendable {
    /// How many connections write: so many batches are committed side by side.
    package var writers: Int
    /// How many connections read beside them.
    package var readers: Int
    /// How often a batch is tried that met a conflict, or lost its connection before anything could be committed.
    package var attempts: Int
    /// How many milliseconds an answer may take before the connection is given up.
    package var answerPatience: Int
    /// How many milliseconds one statement may take on the server, unless the address says so.
    package var statementPatience: Int
    /// How many milliseconds a statement waits for a lock, unless the address says so.
    package var lockPatience: Int
    /// How many milliseconds to wait for another process that migrates, and for one's own migration.
    package var migrationPatience: Int
    /// How many seconds a connection to one host may take, unless the address says so.
    package var connectTimeout: Int
    /// Whether a schema without a store is an error; otherwise one is made.
    package var mustExist: Bool
    /// Into how many partitions the tables of facts are cut when they are made.
    package var partitions: Int
    /// How much of what was rejected is kept.
    package var rejectionLimits: RejectionLimits
    /// What decides which events are written.
    package var eventRules: EventRules

    /// Sets the options.
    package init(
        writers: Int = 2, readers: Int = 2, attempts: Int = 5, answerPatience: Int = 30_000,
        statementPatience: Int = 20_000, lockPatience: Int = 10_000, migrationPatience: Int = 60_000,
        connectTimeout: Int = 5, mustExist: Bool = false, partitions: Int = 16,
        rejectionLimits: RejectionLimits = RejectionLimits(), eventRules: EventRules = EventRules()
    ) {
        self.writers = writers
        self.readers = readers
        self.attempts = attempts
        self.answerPatience = answerPatience
        self.statementPatience = statementPatience
        self.lockPatience = lockPatience
        self.migrationPatience = migrationPatience
        self.connectTimeout = connectTimeout
        self.mustExist = mustExist
        self.partitions = partitions
        self.rejectionLimits = rejectionLimits
        self.eventRules = eventRules
    }
}
