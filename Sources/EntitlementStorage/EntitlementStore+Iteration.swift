package import Entitlements

extension EntitlementStore {
    /// Gives each line to `body` in order, until `body` answers false; nil looks into every environment.
    ///
    /// Lines are fetched a page at a time: each is consistent in itself, and no reader holds up the writer.
    package func forEachLine(
        environment: String? = nil, _ body: (LineRecord) async -> Bool
    ) async throws(StoreError) {
        var last: LineIdentity?
        repeat {
            let page = try await lines(after: last, environment: environment, limit: 64)
            for line in page {
                guard await body(line) else { return }
            }
            last = page.last?.line
        } while last != nil
    }

    /// Gives each version of each fact to `body` in order, until `body` answers false.
    package func forEachVersion(_ body: (VersionEntry) async -> Bool) async throws(StoreError) {
        var last: VersionKey?
        repeat {
            let page = try await versions(after: last, limit: 512)
            for entry in page {
                guard await body(entry) else { return }
            }
            last = page.last?.key
        } while last != nil
    }
}
