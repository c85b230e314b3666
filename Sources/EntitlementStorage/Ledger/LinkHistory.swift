package import Entitlements

/// The links of one subject, in their order.
package struct LinkHistory: Hashable, Sendable {
    /// What holds after all of them.
    package private(set) var owners = LineOwners(customers: [])

    /// Goes through entries; those after an instant do not count, where one is given.
    package init(_ entries: some Sequence<LedgerEntry>, asOf: Int64? = nil) {
        for entry in entries where asOf.map({ entry.at <= $0 }) ?? true {
            guard case .link(let link) = entry.content else { continue }
            add(link)
        }
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
