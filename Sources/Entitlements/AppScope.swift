/// The world a fact belongs to: one app in one environment.
///
/// The scope is part of every key, so that Sandbox facts never meet Production facts. Parts are compared by bytes.
public struct AppScope: Hashable, Comparable, Sendable {
    /// The environment as the App Store wrote it, such as `Production`.
    public var environment: String
    /// The bundle identifier of the app.
    public var bundleId: String
    /// The hexadecimal SHA-256 of the Xcode certificate for Xcode data, whose ids restart at every reset; else empty.
    public var realm: String

    /// Names an app in an environment.
    public init(environment: String, bundleId: String, realm: String = "") {
        self.environment = environment
        self.bundleId = bundleId
        self.realm = realm
    }

    /// Compares bytes: Unicode equivalence would merge what the stores keep apart.
    public static func == (left: AppScope, right: AppScope) -> Bool {
        left.environment.hasSameBytes(as: right.environment)
            && left.bundleId.hasSameBytes(as: right.bundleId)
            && left.realm.hasSameBytes(as: right.realm)
    }

    /// Orders by environment, bundle id and realm, each by bytes.
    public static func < (left: AppScope, right: AppScope) -> Bool {
        var order = ByteOrder.compare(left.environment, right.environment)
        if order == 0 { order = ByteOrder.compare(left.bundleId, right.bundleId) }
        if order == 0 { order = ByteOrder.compare(left.realm, right.realm) }
        return order < 0
    }
}
