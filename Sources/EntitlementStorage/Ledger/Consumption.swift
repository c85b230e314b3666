/// Credits of one purchase that were used up by one request.
package struct Consumption: Hashable, Sendable {
    /// How many were asked for; nil asked for all that were left.
    package var requested: Int64?
    /// How many were used up.
    package var quantity: Int64
    /// How many the purchase had, as it was known then.
    package var bought: Int64
    /// How many of them were used up after this.
    package var consumed: Int64

    /// Puts the parts together.
    package init(requested: Int64?, quantity: Int64, bought: Int64, consumed: Int64) {
        self.requested = requested
        self.quantity = quantity
        self.bought = bought
        self.consumed = consumed
    }

    /// How many were left after this.
    package var remaining: Int64 { max(bought &- consumed, 0) }
}

/// How many credits of a purchase were used up.
package struct ConsumptionSum: Hashable, Sendable {
    /// How many were used up.
    package private(set) var consumed: Int64 = 0

    /// Adds up the entries of a purchase; those after an instant do not count, where one is given.
    package init(_ entries: some Sequence<LedgerEntry>, asOf: Int64? = nil) {
        for entry in entries where asOf.map({ entry.at <= $0 }) ?? true {
            // Entries that came from outside may add up to anything.
            guard case .consumption(let consumption) = entry.content else { continue }
            let (sum, isTooLarge) = consumed.addingReportingOverflow(max(consumption.quantity, 0))
            consumed = isTooLarge ? .max : sum
        }
    }

    /// How many are left of so many.
    package func remaining(of bought: Int64) -> Int64 { max(bought, 0) - min(consumed, max(bought, 0)) }
}
