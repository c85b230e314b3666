internal import EntitlementStorage

/// Makes the partitions of the log for the months that follow, while that costs nothing.
struct PartitionSweep: Sendable {
    /// How many months ahead.
    private static let months = 2

    let store: any PartitioningStore
    let now: @Sendable () -> Int64
    let log: @Sendable (ServiceEvent) -> Void

    /// Makes what is missing, at once and every day, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do throws(StoreError) {
                _ = try await store.makePartitions(ahead: Self.months, now: now())
            } catch {
                // Rows go to the default partition: nothing is refused for want of a month.
                log(.failed(FailureEvent(at: now(), task: "partitions", code: error.code, message: error.description)))
            }
            try? await Task.sleep(for: .seconds(86_400))
        }
    }
}
