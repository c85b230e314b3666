package import AppStoreVerification

/// What one source of configuration says: flags, environment variables, or a file; nil where it says nothing.
///
/// Nothing is checked here. Relative paths start from the working directory, wherever they are written.
package struct ServiceSettings: Hashable, Sendable {
    /// The address of the store.
    package var store: String?
    /// Where the App Store posts to, `ADDRESS:PORT`.
    package var listen: String?
    /// Where the operator's own programs ask, `ADDRESS:PORT`.
    package var privateListen: String?
    /// The file with the server's certificate chain, PEM.
    package var tlsCertificate: String?
    /// The file with the server's private key, PEM.
    package var tlsKey: String?
    /// The file with bearer tokens, one a line.
    package var tokenFile: String?
    /// The longest request body, in bytes.
    package var maximumBody: Int64?

    /// Files with further trust anchors, PEM or DER.
    package var roots: [String]?
    /// Whether Apple's root, which is built in, is an anchor.
    package var usesBuiltInRoots: Bool?
    /// Files with certificates exported from Xcode.
    package var xcodeCertificates: [String]?
    /// The apps whose data is accepted.
    package var apps: [AppIdentity]?
    /// The environments whose data is accepted.
    package var environments: [String]?
    /// The time at which certificates are judged.
    package var clock: ValidationClock?
    /// Whether responders are asked if certificates were revoked.
    package var revocation: String?

    /// The entitlements that each product gives.
    package var entitlements: [String: [String]]?
    /// How long the non-renewing purchases of each product last, ISO 8601.
    package var nonRenewingDurations: [String: String]?
    /// Days of access where the App Store says grace without a date.
    package var graceCapDays: Int64?
    /// The same for periods of at most a week.
    package var weeklyGraceCapDays: Int64?
    /// What a refund of a part of the price does.
    package var partialRevocation: String?

    /// The clock by which changes are told, `now` or `signed`.
    package var eventClock: String?
    /// How webhooks are sent, by the names of ``DispatchLimits``.
    package var webhookDelivery: [String: Int64] = [:]
    /// What is done when somebody else has what is to be linked: `keep`, `transfer`, `share` or `reject`.
    package var linkPolicy: String?

    /// Where events are sent to.
    package var webhooks: [WebhookSettings]?

    /// Who asks the App Store Server API.
    package var api: APISettings?

    /// How much is asked in the background, by the names of ``ReconcileLimits``; nil where nothing is.
    package var reconcile: [String: Int64]?

    /// Limits by their names in a configuration file.
    package var limits: [String: Int64] = [:]

    /// Says nothing.
    package init() {}

    /// Whether a setting that every service needs is not given.
    func leavesOut(_ setting: String) -> Bool {
        setting == "store" && store == nil || setting == "trust.apps" && apps == nil
    }

    /// These settings, and those of a weaker source where these say nothing.
    package func over(_ weaker: ServiceSettings) -> ServiceSettings {
        var merged = self
        merged.store = store ?? weaker.store
        merged.listen = listen ?? weaker.listen
        merged.privateListen = privateListen ?? weaker.privateListen
        merged.tlsCertificate = tlsCertificate ?? weaker.tlsCertificate
        merged.tlsKey = tlsKey ?? weaker.tlsKey
        merged.tokenFile = tokenFile ?? weaker.tokenFile
        merged.maximumBody = maximumBody ?? weaker.maximumBody
        merged.roots = roots ?? weaker.roots
        merged.usesBuiltInRoots = usesBuiltInRoots ?? weaker.usesBuiltInRoots
        merged.xcodeCertificates = xcodeCertificates ?? weaker.xcodeCertificates
        merged.apps = apps ?? weaker.apps
        merged.environments = environments ?? weaker.environments
        merged.clock = clock ?? weaker.clock
        merged.revocation = revocation ?? weaker.revocation
        merged.entitlements = entitlements ?? weaker.entitlements
        merged.nonRenewingDurations = nonRenewingDurations ?? weaker.nonRenewingDurations
        merged.graceCapDays = graceCapDays ?? weaker.graceCapDays
        merged.weeklyGraceCapDays = weeklyGraceCapDays ?? weaker.weeklyGraceCapDays
        merged.partialRevocation = partialRevocation ?? weaker.partialRevocation
        merged.eventClock = eventClock ?? weaker.eventClock
        merged.webhookDelivery = weaker.webhookDelivery.merging(webhookDelivery) { _, own in own }
        merged.linkPolicy = linkPolicy ?? weaker.linkPolicy
        merged.webhooks = webhooks ?? weaker.webhooks
        merged.api = api ?? weaker.api
        merged.reconcile = reconcile ?? weaker.reconcile
        merged.limits.merge(weaker.limits) { own, _ in own }
        return merged
    }
}
