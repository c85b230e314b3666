package import EntitlementStorage

extension SQLiteStore: PruningStore {
    package func prune(
        _ request: PruneRequest, after cursor: Int64, limit: Int, isPlan: Bool
    ) async throws(StoreError) -> PruneStep {
        try await writer.write { commit throws(SQLiteFailure) in
            try commit.prune(request, after: cursor, limit: limit, isPlan: isPlan)
        }
    }
}
