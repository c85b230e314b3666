package import Entitlements

/// The links of one subject, in the order of their times.
///
/// Not in the order in which a store took them: two ledgers that are brought together say the same, whichever came
/// first. A store decides on none that is earlier than those before it.
package struct LinkHistory: Hashable, Sendable {
    /// What holds after all of them.
    package private(set) var owners = LineOwners(customers: [])

    /// Goes through entries; those after an instant do not count, where one is given.
    package init(_ entries: some Sequence<LedgerEntry>, asOf: Int64? = nil) {
        for (at, link) in LinkHistory.ordered(entries) where asOf.map({ at <= $0 }) ?? true { add(link) }
    }

    /// The links among some entries, with their times in milliseconds since 1970, in order.
    package static func ordered(_ entries: some Sequence<LedgerEntry>) -> [(at: Int64, link: CustomerLink)] {
        let links = entries.compactMap { entry -> (at: Int64, link: CustomerLink)? in
            guard case .link(let link) = entry.content else { return nil }
            return (entry.at, link)
        }
        // Those of one moment stay in the order in which they were taken.
        return links.enumerated().sorted { left, right in
            (left.element.at, left.offset) < (right.element.at, right.offset)
        }.map(\.element)
    }

    /// Whether there was any.
    package var isEmpty: Bool { owners.customers.isEmpty }

    private mutating func add(_ link: CustomerLink) {
        owners.former.removeAll { $0.hasSameBytes(as: link.customer) }
        if link.action == .transferred {
            let others = owners.customers.filter { !$0.hasSameBytes(as: link.customer) }
            owners.former += others.filter { !owners.hadOnce($0) }
            owners.customers = [link.customer]
            owners.isExclusive = true
        } else if !owners.has(link.customer) {
            owners.customers.append(link.customer)
        }
    }
}
