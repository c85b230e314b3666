package import AppStoreVerification
package import EntitlementStorage
package import Entitlements
package import HTTPServing
package import WebhookDelivery

/// Everything that the service is told, checked.
package struct ServiceConfiguration: Sendable {
    /// The address of the store.
    package var store: String
    /// Where the App Store posts to.
    package var listen: ListenAddress
    /// Where the operator's own programs ask.
    package var privateListen: ListenAddress
    /// The certificate and key of the public listener, and of the private one beyond loopback.
    package var tls: TLSIdentity?
    /// The tokens that open the private listener; nil asks for none.
    package var tokens: AccessTokens?
    /// The longest request body, in bytes.
    package var maximumBody: Int
    /// What is trusted and accepted.
    package var verifier: VerifierConfiguration
    /// Whether responders are asked if certificates were revoked.
    package var revocation: RevocationPolicy
    /// What the operator decides about answers.
    package var evaluation: EvaluationConfiguration { eventRules.configuration }
    /// What is told of changes.
    package var eventRules: EventRules
    /// What is done when somebody else has what is to be linked.
    package var linkPolicy: LinkPolicy
    /// Where events are sent to.
    package var webhooks: [WebhookTarget]
    /// How they are sent.
    package var dispatch: DispatchLimits
    /// Who asks the App Store in the background; nil where nobody does.
    package var reconcile: ReconcileConfiguration?
    /// What the service puts up with.
    package var limits: ServiceLimits
    /// What the operator should know; nothing of it keeps the service from starting.
    package var warnings: [ConfigurationProblem]

    /// Checks settings, and those of a configuration file where the settings say nothing.
    ///
    /// - Parameters:
    ///   - settings: What flags and environment variables say.
    ///   - configurationFile: The path of a configuration file.
    ///   - files: Where the named files are.
    ///   - now: The present, in milliseconds since 1970.
    /// - Throws: Every problem at once.
    package init(
        _ settings: ServiceSettings, configurationFile: String? = nil, files: ConfigurationFiles = .disk, now: Int64
    ) throws(ServiceConfigurationError) {
        var settings = settings
        var problems: [ConfigurationProblem] = []
        if let path = configurationFile {
            do throws(ServiceConfigurationError) {
                let file = try SettingsFile(at: path, in: files)
                problems += file.problems
                settings = settings.over(file.settings)
            } catch {
                problems += error.problems
            }
        }
        var check = ConfigurationCheck(settings: settings, files: files, now: now)
        let configuration = check.configuration()
        // What could not be read counts once, not a second time as missing; of a file that says nothing, nothing does.
        let isFileUnread = problems.contains { $0.setting == "config" }
        problems += check.problems.filter { problem in
            !problems.contains { $0.isWithin(problem.setting) || problem.isWithin($0.setting) }
                && !(isFileUnread && settings.leavesOut(problem.setting))
        }
        guard problems.isEmpty, let configuration else { throw ServiceConfigurationError(problems: problems) }
        self = configuration
    }

    /// The members, for the check that has looked at each.
    init(
        store: String, listen: ListenAddress, privateListen: ListenAddress, tls: TLSIdentity?, tokens: AccessTokens?,
        maximumBody: Int, verifier: VerifierConfiguration, revocation: RevocationPolicy, eventRules: EventRules,
        linkPolicy: LinkPolicy, webhooks: [WebhookTarget], dispatch: DispatchLimits,
        reconcile: ReconcileConfiguration?, limits: ServiceLimits, warnings: [ConfigurationProblem]
    ) {
        self.store = store
        self.listen = listen
        self.privateListen = privateListen
        self.tls = tls
        self.tokens = tokens
        self.maximumBody = maximumBody
        self.verifier = verifier
        self.revocation = revocation
        self.eventRules = eventRules
        self.linkPolicy = linkPolicy
        self.webhooks = webhooks
        self.dispatch = dispatch
        self.reconcile = reconcile
        self.limits = limits
        self.warnings = warnings
    }
}
