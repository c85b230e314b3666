/// The two faces of the service.
enum Listener: String, Hashable, CaseIterable, Sendable {
    /// Open to the App Store, for notifications and nothing else.
    case open = "public"
    /// For the operator's own programs.
    case closed = "private"
}
