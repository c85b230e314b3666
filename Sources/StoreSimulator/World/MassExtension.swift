/// A request to extend the renewal dates of all subscriptions to a product, and its result.
public struct MassExtension: Hashable, Sendable {
    /// The id that the request gave itself.
    public var requestIdentifier: String
    /// The product.
    public var productID: String
    /// When it was done, in milliseconds since 1970-01-01T00:00:00Z.
    public var completeDate: Int64
    /// How many subscriptions were extended.
    public var succeededCount: Int
    /// How many were not.
    public var failedCount: Int
}
