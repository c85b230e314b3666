package import Entitlements

extension MemoryStore {
    package func line(_ line: LineIdentity) async throws(StoreError) -> LineRecord? {
        try requireOpen()
        return record(of: line)
    }

    package func lines(ofCustomer id: String, environment: String) async throws(StoreError) -> [LineIdentity] {
        try requireOpen()
        let token = AppAccountToken.normalized(id)
        return orderedLines().filter { line in
            guard line.scope.environment.hasSameBytes(as: environment) else { return false }
            if line.originalTransactionId.hasSameBytes(as: id) { return true }
            return versions(on: line).contains { identity, statement in
                if identity.kind == .transaction && identity.id.hasSameBytes(as: id) { return true }
                return [statement.appAccountToken, statement.appTransactionId].contains { other in
                    guard let other else { return false }
                    return other.hasSameBytes(as: id) || token.map { other.hasSameBytes(as: $0) } ?? false
                }
            }
        }
    }

    package func lines(
        originalTransactionId: String, environment: String?
    ) async throws(StoreError) -> [LineIdentity] {
        try requireOpen()
        return orderedLines().filter { line in
            line.originalTransactionId.hasSameBytes(as: originalTransactionId)
                && environment.map { line.scope.environment.hasSameBytes(as: $0) } ?? true
        }
    }

    package func lines(
        after line: LineIdentity?, environment: String?, limit: Int
    ) async throws(StoreError) -> [LineRecord] {
        try requireOpen()
        let lines = orderedLines()
        let start = line.map { last in lines.partitioningIndex { last < $0 } } ?? 0
        return lines[start...].lazy
            .filter { line in environment.map { line.scope.environment.hasSameBytes(as: $0) } ?? true }
            .prefix(max(limit, 0))
            .compactMap { self.record(of: $0) }
    }

    package func versions(after key: VersionKey?, limit: Int) async throws(StoreError) -> [VersionEntry] {
        try requireOpen()
        let identities = orderedFacts()
        let start = key.map { last in identities.partitioningIndex { last.identity <= $0 } } ?? 0
        var page: [VersionEntry] = []
        for identity in identities[start...] {
            let stamps = facts[identity].map { $0.keys.sorted() } ?? []
            for stamp in stamps {
                let entry = VersionKey(identity: identity, stamp: stamp)
                if let key, entry <= key { continue }
                guard page.count < limit else { return page }
                page.append(VersionEntry(key: entry, isHeld: stamp == stamps.last))
            }
        }
        return page
    }

    package func texts(of identity: FactIdentity) async throws(StoreError) -> [VersionText] {
        try requireOpen()
        guard identity.kind != .notification, let versions = facts[identity] else { return [] }
        return versions.sorted { $0.key < $1.key }.map { stamp, kept in
            VersionText(stamp: stamp, text: kept.text, receivedAt: kept.receivedAt, source: kept.source)
        }
    }

    package func greatestDate() async throws(StoreError) -> Int64? {
        try requireOpen()
        return facts.values.compactMap { $0.keys.max()?.date }.max()
    }

    package func notifications(_ query: NotificationQuery) async throws(StoreError) -> [NotificationRecord] {
        try requireOpen()
        let indices = query.line.map { rowsOfLine[$0] ?? [] } ?? Array(log.indices)
        let rows = indices.map { log[$0].record }.filter { row in
            if let environment = query.environment, !row.scope.environment.hasSameBytes(as: environment) {
                return false
            }
            if let bundleId = query.bundleId, !row.scope.bundleId.hasSameBytes(as: bundleId) { return false }
            if let type = query.type, !row.header.type.hasSameBytes(as: type) { return false }
            if let outcome = query.outcome, row.outcome != outcome { return false }
            guard let after = query.after else { return true }
            return query.isNewestFirst ? row.sequence < after : row.sequence > after
        }
        let ordered = query.isNewestFirst ? rows.reversed() : rows
        return Array(ordered.prefix(max(query.limit, 0)))
    }

    package func notification(uuid: String) async throws(StoreError) -> [NotificationText] {
        try requireOpen()
        return log.filter { $0.record.header.uuid.hasSameBytes(as: uuid) }
    }

    package func rejected(after sequence: Int64?, limit: Int) async throws(StoreError) -> [RejectedRecord] {
        try requireOpen()
        return Array(rejections.filter { $0.sequence > sequence ?? 0 }.prefix(max(limit, 0)))
    }

    package func counts() async throws(StoreError) -> StoreCounts {
        try requireOpen()
        var counts = StoreCounts(looseStatements: looseStatements)
        for row in log where row.record.resolvedBy == nil {
            counts.notifications[row.record.outcome, default: 0] += 1
        }
        if !rejections.isEmpty { counts.notifications[.rejected] = Int64(rejections.count) }
        counts.rejectedBytes = Int64(rejectedBytes)
        return counts
    }

    func record(of line: LineIdentity) -> LineRecord? {
        guard let identities = factsOfLine[line] else { return nil }
        let versions = identities.flatMap { identity in
            (facts[identity] ?? [:]).map { stamp, kept in
                FactVersion(identity: identity, date: stamp.date, digest: stamp.digest, statement: kept.statement)
            }
        }
        return LineRecord(scope: line.scope, originalTransactionId: line.originalTransactionId, versions: versions)
    }

    /// The statements that name a line.
    private func versions(on line: LineIdentity) -> [(FactIdentity, Statement)] {
        (factsOfLine[line] ?? []).flatMap { identity in
            (facts[identity] ?? [:]).values.map(\.statement)
                .filter { $0.lineId?.hasSameBytes(as: line.originalTransactionId) == true }
                .map { (identity, $0) }
        }
    }
}

extension Array {
    /// The first position whose element fulfils a condition that, once true, stays true to the end.
    fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
