extension LineRecord {
    /// All versions, ordered by identity, date and digest.
    public var versions: [FactVersion] {
        identities.sorted().flatMap { versions(of: $0) }
    }

    /// The versions of one fact dated at or before an instant, ordered by date and digest; `nil` counts all.
    public func versions(of identity: FactIdentity, asOf: Int64? = nil) -> [FactVersion] {
        counted(identity, asOf: asOf).map { version in
            FactVersion(
                identity: identity, date: version.stamp.date, digest: version.stamp.digest,
                statement: version.statement)
        }
    }

    /// The version that holds: the greatest date and digest among those dated at or before an instant; `nil` counts all.
    public func held(_ identity: FactIdentity, asOf: Int64? = nil) -> FactVersion? {
        counted(identity, asOf: asOf).last.map { version in
            FactVersion(
                identity: identity, date: version.stamp.date, digest: version.stamp.digest,
                statement: version.statement)
        }
    }

    /// The greatest date of any version; `nil` for an empty record.
    public var greatestDate: Int64? {
        identities.compactMap { counted($0, asOf: nil).last?.stamp.date }.max()
    }

    /// Sorts a bag of versions into the records of all lines they ever named, ordered by scope and line.
    ///
    /// Every version of a transaction goes to each line that any of its versions names. App transactions and
    /// notifications belong to no line and are left out.
    public static func records(of versions: some Sequence<FactVersion>) -> [LineRecord] {
        var byIdentity: [FactIdentity: [FactVersion]] = [:]
        for version in versions { byIdentity[version.identity, default: []].append(version) }
        var records: [LineIdentity: LineRecord] = [:]
        for (identity, versions) in byIdentity {
            for line in Set(versions.compactMap(\.statement.lineId)) {
                let key = LineIdentity(scope: identity.scope, originalTransactionId: line)
                var record =
                    records.removeValue(forKey: key)
                    ?? LineRecord(scope: key.scope, originalTransactionId: key.originalTransactionId)
                for version in versions { record.insert(version) }
                records[key] = record
            }
        }
        return records.sorted { $0.key < $1.key }.map(\.value)
    }
}
