/// An app whose data is accepted.
public struct AppIdentity: Hashable, Sendable {
    /// The bundle id, compared by bytes.
    public var bundleId: String
    /// The app's Apple id, which Production data is compared with.
    public var appAppleId: Int64?

    /// Names an app.
    public init(bundleId: String, appAppleId: Int64? = nil) {
        self.bundleId = bundleId
        self.appAppleId = appAppleId
    }
}
