/// Subscriptions of which a customer has one at a time.
public struct ConfiguredGroup: Hashable, Sendable {
    /// The id; empty in one that is to get an id when it is added.
    public var id: String
    /// The developer's name for it.
    public var name: String
    /// What it is called, by language.
    public var localizations: [ConfiguredLocalization]
    /// The subscriptions, in the file's order.
    public var subscriptions: [ConfiguredProduct]

    /// Puts a group together.
    public init(
        id: String = "", name: String, localizations: [ConfiguredLocalization] = [],
        subscriptions: [ConfiguredProduct] = []
    ) {
        self.id = id
        self.name = name
        self.localizations = localizations
        self.subscriptions = subscriptions
    }
}
