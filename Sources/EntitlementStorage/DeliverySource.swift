/// The way by which something came.
package enum DeliverySource: String, Hashable, CaseIterable, Sendable {
    /// The App Store posted it.
    case appStore = "app-store"
    /// A client of the private listener posted it.
    case client
    /// Somebody read it from a file.
    case ingest

    /// Whether signed objects that came so came by themselves, without a notification around them.
    package var isWithoutNotification: Bool {
        switch self {
        case .client: true
        case .appStore, .ingest: false
        }
    }
}
