/// What is looked at, in the order in which one thing may be the cause of the next.
package enum DoctorCheck: String, Hashable, Sendable, CaseIterable {
    case configuration, clock, database, key, api, listener, notification, anchors, leaf

    /// What it is called for people.
    var title: String {
        switch self {
        case .configuration: "configuration"
        case .clock: "clock"
        case .database: "database"
        case .key: "API key"
        case .api: "Server API"
        case .listener: "listener"
        case .notification: "test notification"
        case .anchors: "trust anchors"
        case .leaf: "leaf in use"
        }
    }
}
