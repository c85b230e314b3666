/// Something the customer may use, and for how long as far as that is known.
///
/// There is no value for what was revoked, has expired or waits in billing retry: what cannot be used is no entitlement.
public struct Entitlement: Hashable, Sendable {
    /// How the customer came to be entitled.
    public enum State: String, Hashable, CaseIterable, Sendable {
        /// A period runs, or the product is owned.
        case active
        /// The period is over and could not be charged; access stays while the App Store tries. A person should be told.
        case gracePeriod
    }

    /// What can be used: a product identifier, or a name that the backend gives to what one or more products unlock.
    public var name: String
    /// The product that gives it, where the backend tells.
    public var productId: String?
    /// How the customer came to be entitled.
    public var state: State
    /// When it ends unless there is news, in milliseconds since 1970; nil when there is no end.
    public var until: Int64?

    /// Describes an entitlement; without an end it holds until the backend no longer reports it.
    public init(name: String, productId: String? = nil, state: State = .active, until: Int64? = nil) {
        self.name = name
        self.productId = productId
        self.state = state
        self.until = until
    }

    /// Whether it still holds; at its end it does not.
    ///
    /// - Parameter now: The instant asked about, in milliseconds since 1970.
    /// - Returns: Whether the end, if there is one, is yet to come.
    public func holds(at now: Int64) -> Bool { until.map { now < $0 } ?? true }

    /// Whether this one is worth more: it ends later, or ends at the same time and was paid for.
    func isBetter(than other: Entitlement) -> Bool {
        guard until == other.until else { return (until ?? .max) > (other.until ?? .max) }
        return state == .active && other.state == .gracePeriod
    }
}
