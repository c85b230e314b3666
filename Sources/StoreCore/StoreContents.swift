/// What one load brought: offers in the order to show them, and what the customer may use.
///
/// A value, so that everything read from it belongs together, whatever is loaded meanwhile.
public struct StoreContents: Hashable, Sendable {
    /// The products that were asked for and found: cheapest first, then by identifier.
    ///
    /// Where there is more than one currency, offers are grouped by currency first.
    public let offers: [Offer]
    /// The products that were asked for and not found, in the order in which they were asked for.
    public let missing: [String]
    /// What the customer was entitled to at the time of the load.
    public let entitlements: [Entitlement]

    /// Nothing offered, nothing owned.
    public init() {
        self.init(asked: [], offers: [], entitlements: [])
    }

    /// Puts together what a backend told.
    ///
    /// - Parameters:
    ///   - ids: The products that were asked for; one asked for twice counts once.
    ///   - offers: The backend's answer; products that nobody asked for, and a product's second offer, do not count.
    ///   - entitlements: What the customer is entitled to.
    public init(asked ids: [String], offers: [Offer], entitlements: [Entitlement]) {
        var wanted = Set(ids)
        let found = offers.filter { wanted.remove($0.productId) != nil }
        self.offers = found.sorted { ($0.price, $0.productId) < ($1.price, $1.productId) }
        missing = StoreContents.distinct(ids).filter(wanted.contains)
        self.entitlements = entitlements
    }

    /// Whether the customer may use something.
    ///
    /// - Parameters:
    ///   - name: A product identifier, or a name that the backend gives to what products unlock.
    ///   - now: The instant asked about, in milliseconds since 1970; an entitlement past its end unlocks nothing.
    /// - Returns: Whether an entitlement of that name holds.
    public func isUnlocked(_ name: String, at now: Int64) -> Bool { entitlement(name, at: now) != nil }

    /// The entitlement that unlocks something, the best one where there are several.
    ///
    /// - Parameters:
    ///   - name: A product identifier, or a name that the backend gives to what products unlock.
    ///   - now: The instant asked about, in milliseconds since 1970.
    /// - Returns: The entitlement that ends last; nil when none of that name holds.
    public func entitlement(_ name: String, at now: Int64) -> Entitlement? {
        entitlements.reduce(nil) { best, next in
            guard next.name == name, next.holds(at: now), best.map(next.isBetter) ?? true else { return best }
            return next
        }
    }

    /// The same without repetitions, in the order of first occurrence.
    static func distinct(_ ids: [String]) -> [String] {
        var known: Set<String> = []
        return ids.filter { known.insert($0).inserted }
    }
}
