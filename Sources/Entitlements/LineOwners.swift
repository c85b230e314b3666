/// Whom the operator's own programs linked a line to.
///
/// Links stand beside the tokens that Apple signed: a link adds a customer, and only a transfer takes the line away from
/// whoever else had it.
public struct LineOwners: Hashable, Sendable {
    /// The customers that the line is linked to, in the order of their links.
    public var customers: [String]
    /// Whether they have it to themselves: then no token that the line carries leads to access.
    public var isExclusive: Bool
    /// The customers that it was linked to before and is not any more.
    public var former: [String]

    /// Says whom a line is linked to.
    public init(customers: [String], isExclusive: Bool = false, former: [String] = []) {
        self.customers = customers
        self.isExclusive = isExclusive
        self.former = former
    }

    /// Whether a customer has the line by a link.
    public func has(_ customer: String) -> Bool { customers.contains { $0.hasSameBytes(as: customer) } }

    /// Whether a customer had the line by a link once, and has lost it.
    public func hadOnce(_ customer: String) -> Bool { former.contains { $0.hasSameBytes(as: customer) } }
}
