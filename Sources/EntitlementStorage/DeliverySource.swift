/// The way by which something came.
package enum DeliverySource: String, Hashable, CaseIterable, Sendable {
    /// The App Store posted it.
    case appStore = "app-store"
    /// A client of the private listener posted it.
    case client
    /// Somebody read it from a file.
    case ingest
    /// It is from the App Store's history of notifications.
    case history
    /// The App Store Server API answered it.
    case serverAPI = "server-api"

    /// Whether signed objects that came so came by themselves, without a notification around them.
    package var isWithoutNotification: Bool {
        switch self {
        case .client, .serverAPI: true
        case .appStore, .ingest, .history: false
        }
    }
}
