extension EntitlementStore {
    /// The number of the last event that was written, forgotten ones included; 0 when none was.
    ///
    /// Numbers grow without bound and have gaps, so the end is closed in on: some sixty short looks.
    package func lastEvent() async throws(StoreError) -> Int64 {
        var (low, high): (Int64, Int64) = (0, .max)
        var horizon: Int64 = 0
        while low < high {
            let middle = low + (high - low) / 2
            let page = try await events(EventQuery(after: middle, limit: 1))
            horizon = page.horizon
            if let found = page.events.first?.sequence { low = max(found, middle + 1) } else { high = middle }
        }
        return max(low, horizon)
    }
}
