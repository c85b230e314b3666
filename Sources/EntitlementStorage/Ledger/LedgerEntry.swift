/// One thing that the operator's own programs decided, and Apple knows nothing of.
///
/// Entries are only ever added. What holds now follows from all of a subject's entries in their order, so that two
/// stores are brought together by giving each the entries of the other.
package struct LedgerEntry: Hashable, Sendable {
    /// What it is about.
    package var subject: LedgerSubject
    /// When it was decided, in milliseconds since 1970.
    package var at: Int64
    /// The key by which the same request is known again; no two entries of a store have one key.
    package var key: String?
    /// What was decided.
    package var content: LedgerContent

    /// Puts an entry together.
    package init(subject: LedgerSubject, at: Int64, key: String?, content: LedgerContent) {
        self.subject = subject
        self.at = at
        self.key = key
        self.content = content
    }
}

extension LedgerEntry {
    /// The customer that the entry names, by which it is found.
    package var customer: String? {
        if case .link(let link) = content { return link.customer }
        return nil
    }
}

/// What an entry of the ledger decided.
package enum LedgerContent: Hashable, Sendable {
    /// Credits of a purchase were used up.
    case consumption(Consumption)
    /// Something was linked to a customer.
    case link(CustomerLink)
}

/// An entry and its place.
package struct LedgerRow: Hashable, Sendable {
    /// The place in the order in which a store took its entries.
    package var sequence: Int64
    /// The entry.
    package var entry: LedgerEntry

    /// Pairs an entry with its place.
    package init(sequence: Int64, entry: LedgerEntry) {
        self.sequence = sequence
        self.entry = entry
    }
}
