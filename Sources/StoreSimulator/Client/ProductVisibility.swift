/// Whether a promoted product shows in the App Store on a device.
public enum ProductVisibility: String, Hashable, CaseIterable, Sendable {
    /// As App Store Connect says; in the simulator it shows.
    case appStoreConnectDefault = "default"
    /// It shows.
    case visible
    /// It does not show.
    case hidden
}
