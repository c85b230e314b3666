/// What an Advanced Commerce purchase says of its product, in place of a catalogue entry.
public struct AdvancedCommerceDetails: Hashable, Sendable {
    /// The name shown to the customer.
    public var displayName: String
    /// The description shown to the customer.
    public var description: String
    /// The price that a pending change will bring, in milliunits; `nil` when none is pending.
    public var pendingPrice: Int64?

    /// Describes a product.
    public init(displayName: String, description: String, pendingPrice: Int64? = nil) {
        self.displayName = displayName
        self.description = description
        self.pendingPrice = pendingPrice
    }
}
