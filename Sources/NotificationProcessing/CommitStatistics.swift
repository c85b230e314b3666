/// How the queue before the store is doing.
package struct CommitStatistics: Hashable, Sendable {
    /// How many deliveries wait for the store.
    package var waiting: Int
    /// How many transactions of the store there were since the start.
    package var groups: Int
    /// How many deliveries were committed in them.
    package var submissions: Int
}
