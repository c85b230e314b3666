package import EntitlementStorage
package import Entitlements

/// Where events are sent to, and which.
package struct WebhookTarget: Hashable, Sendable {
    /// The name, by which deliveries are kept.
    package var name: String
    /// Where to post to.
    package var url: WebhookURL
    /// What messages are signed with.
    package var secrets: WebhookSecrets
    /// Only these types; empty means all.
    package var types: Set<EntitlementEventType> = []
    /// Only these environments; empty means all.
    package var environments: Set<String> = []
    /// Only these apps; empty means all.
    package var bundleIds: Set<String> = []
    /// How many messages may be sent in any second; nil sets no limit.
    package var maximumPerSecond: Int?
    /// Whether the address connected to may be one of this host or of a private network.
    package var allowsPrivateAddresses = false
    /// Whether a notification is sent as the App Store sent it, in place of the event that tells of it.
    package var isRaw = false
    /// Where it begins when it is new.
    package var start = TargetStart.end

    /// A target that gets every event from now on.
    package init(name: String, url: WebhookURL, secrets: WebhookSecrets) {
        self.name = name
        self.url = url
        self.secrets = secrets
    }

    /// Whether the target gets an event.
    package func wants(_ event: OutgoingEvent) -> Bool {
        (types.isEmpty || types.contains(event.type))
            && (environments.isEmpty || environments.contains(event.scope.environment))
            && (bundleIds.isEmpty || bundleIds.contains(event.scope.bundleId))
    }
}
