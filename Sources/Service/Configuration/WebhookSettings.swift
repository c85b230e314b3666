/// What a configuration file says of one target of webhooks; nothing is checked here.
package struct WebhookSettings: Hashable, Sendable {
    /// The name, by which deliveries are kept.
    package var name: String?
    /// Where to post to.
    package var url: String?
    /// The file with the secrets.
    package var secretFile: String?
    /// Only these types of events.
    package var types: [String]?
    /// Only these environments.
    package var environments: [String]?
    /// Only these apps.
    package var bundleIds: [String]?
    /// How many messages may be sent in any second.
    package var maximumPerSecond: Int64?
    /// Whether the address may be one of this host or of a private network.
    package var allowsPrivateAddresses: Bool?
    /// Whether notifications are sent as the App Store sent them.
    package var raw: Bool?
    /// Where a new target begins, `end` or `beginning`.
    package var from: String?

    /// Says nothing.
    package init() {}
}
