extension EntitlementStore {
    /// Takes an entry that another store kept.
    package func take(_ entry: LedgerEntry) async throws(StoreError) -> LedgerTaking {
        try await decide(LedgerQuestion(subject: entry.subject, key: entry.key)) { view in
            if let kept = view.keyed { return LedgerDecision(kept == entry ? .known : .keyTaken) }
            guard !view.entries.contains(entry) else { return LedgerDecision(.known) }
            return LedgerDecision(.added, keeping: entry)
        }
    }
}

/// What became of an entry that another store kept.
package enum LedgerTaking: Hashable, Sendable {
    /// It is kept here too from now on.
    case added
    /// It was kept here already.
    case known
    /// Another entry has its key.
    case keyTaken
}
