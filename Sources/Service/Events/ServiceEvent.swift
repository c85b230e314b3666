/// Something worth a line in the log.
///
/// Holds no token, no JWS and no identifier of a customer or a purchase; those are masked.
package enum ServiceEvent: Hashable, Sendable {
    /// Both listeners take requests.
    case listening(ServiceAddresses)
    /// The operator should know something about the configuration.
    case warning(ConfigurationProblem)
    /// A notification, or a client's transaction, has come.
    case delivery(DeliveryEvent)
    /// The public listener was asked for something that it does not take.
    case refused(RefusalEvent)
    /// An event was sent to a target, and taken or not.
    case forward(ForwardEvent)
    /// A target wants no more events; nothing is sent to it until somebody resumes it.
    case targetPaused(PauseEvent)
    /// Work in the background failed; it will be tried again.
    case failed(FailureEvent)
    /// Lines were compared with the App Store in the background.
    case reconciled(ReconcileEvent)
    /// The service goes on with another configuration.
    case reloaded(ReloadEvent)
    /// Another configuration cannot be used, and the service goes on as before; one of the reasons.
    case reloadRefused(ConfigurationProblem)
    /// The service takes no more requests and finishes those it has.
    case stopping
    /// The service has ended.
    case stopped(ServiceSummary)

    /// The event by its name in the log.
    package var name: String {
        switch self {
        case .listening: "listening"
        case .warning: "warning"
        case .delivery(let event): event.name
        case .refused: "refused"
        case .forward(let event): event.name
        case .targetPaused: "target_paused"
        case .failed: "failed"
        case .reconciled: "reconciled"
        case .reloaded: "reloaded"
        case .reloadRefused: "reload_refused"
        case .stopping: "stopping"
        case .stopped: "stopped"
        }
    }
}

/// Where the listeners are bound, as `ADDRESS:PORT`.
package struct ServiceAddresses: Hashable, Sendable {
    /// Where the App Store posts to.
    package var publicAddress: String
    /// Where the operator's own programs ask.
    package var privateAddress: String
}

/// A request that was refused before anything was made of it.
package struct RefusalEvent: Hashable, Sendable {
    /// When, in milliseconds since 1970.
    package var at: Int64
    /// The status that was answered.
    package var status: Int
    /// The stable code of the reason.
    package var code: String
    /// The address of the client, or of the last proxy; nil where the server itself refused.
    package var peer: String?
}

/// Work in the background that failed.
package struct FailureEvent: Hashable, Sendable {
    /// When, in milliseconds since 1970.
    package var at: Int64
    /// Which work, such as `sweep`.
    package var task: String
    /// The stable code of the reason.
    package var code: String
    /// One line for people.
    package var message: String
}

/// Another configuration, with which the service goes on.
package struct ReloadEvent: Hashable, Sendable {
    /// When, in milliseconds since 1970.
    package var at: Int64
    /// The settings that differ, and hold from the next start on.
    package var needRestart: [String]
}

/// What the service did from its start to its end.
package struct ServiceSummary: Hashable, Sendable {
    /// When it had ended, in milliseconds since 1970.
    package var at: Int64
    /// How long it ran, in milliseconds.
    package var uptime: Int64
    /// Notifications by outcome.
    package var notifications: [String: Int]
    /// Clients' transactions by outcome.
    package var transactions: [String: Int]
    /// Deliveries that the store could not take, and that were told to come again.
    package var unavailable: Int
    /// Requests that were refused before anything was made of them.
    package var refused: Int
}
