package import Entitlements

extension EntitlementStore {
    /// The records that the answer for a customer is worked out from, each line once.
    ///
    /// That is every line the identifier ever led to, and every line that ever carried the token of a customer of one
    /// of those. Versions dated after `asOf` do not count; nil counts all.
    package func records(
        ofCustomer id: String, environment: String, asOf: Int64?
    ) async throws(StoreError) -> [LineRecord] {
        var seen: Set<LineIdentity> = []
        var records = try await newRecords(ofCustomer: id, environment: environment, &seen)
        let tokens = Set(
            records.filter { $0.match(id, asOf: asOf) == .direct }.compactMap { $0.customer(asOf: asOf) })
        for token in tokens where token != AppAccountToken.normalized(id) {
            records += try await newRecords(ofCustomer: token, environment: environment, &seen)
        }
        return records
    }

    private func newRecords(
        ofCustomer id: String, environment: String, _ seen: inout Set<LineIdentity>
    ) async throws(StoreError) -> [LineRecord] {
        var records: [LineRecord] = []
        for line in try await lines(ofCustomer: id, environment: environment) where seen.insert(line).inserted {
            if let record = try await self.line(line) { records.append(record) }
        }
        return records
    }
}
