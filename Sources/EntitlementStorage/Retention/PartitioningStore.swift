/// A store whose log can be cut into months.
package protocol PartitioningStore: Sendable {
    /// Makes the partitions of a month and of those that follow it, where that takes a moment and moves nothing.
    ///
    /// - Parameters:
    ///   - months: How many follow the present one.
    ///   - now: The present, in milliseconds since 1970.
    /// - Returns: Each month with what became of it.
    /// - Throws: What the store cannot do.
    func makePartitions(ahead months: Int, now: Int64) async throws(StoreError) -> [MonthPartition]
}

/// A month of the log.
package struct MonthPartition: Hashable, Sendable {
    /// What became of it.
    package enum State: String, Hashable, Sendable {
        /// It was made.
        case made
        /// It was there.
        case present
        /// Rows of it are in the default partition, and stay there.
        case occupied
    }

    /// The year and the month, as in `2026-12`.
    package var month: String
    /// What became of it.
    package var state: State

    /// Says what became of a month.
    package init(month: String, state: State) {
        self.month = month
        self.state = state
    }
}
