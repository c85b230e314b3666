package import EntitlementStorage

/// How a SQLite store behaves; the defaults suit a service.
package struct SQLiteOptions: Hashable, Sendable {
    /// How many milliseconds one attempt waits for a lock of another process.
    package var busyTimeout: Int
    /// How often a transaction is tried that meets a lock.
    package var attempts: Int
    /// How many connections read beside the writer.
    package var readers: Int
    /// Whether a missing file is an error; otherwise it is created.
    package var mustExist: Bool
    /// Files up to this many bytes are checked for damage when opened; larger ones when their pages are read.
    package var checkedSize: Int
    /// How many pages of 4,096 bytes the file may have at most; nil leaves it to the disk.
    package var pageLimit: Int?
    /// How much of what was rejected is kept.
    package var rejectionLimits: RejectionLimits
    /// What decides which events are written.
    package var eventRules: EventRules

    /// Sets the options.
    package init(
        busyTimeout: Int = 2_000, attempts: Int = 3, readers: Int = 2, mustExist: Bool = false,
        checkedSize: Int = 16 << 20, pageLimit: Int? = nil, rejectionLimits: RejectionLimits = RejectionLimits(),
        eventRules: EventRules = EventRules()
    ) {
        self.busyTimeout = busyTimeout
        self.attempts = attempts
        self.readers = readers
        self.mustExist = mustExist
        self.checkedSize = checkedSize
        self.pageLimit = pageLimit
        self.rejectionLimits = rejectionLimits
        self.eventRules = eventRules
    }
}
