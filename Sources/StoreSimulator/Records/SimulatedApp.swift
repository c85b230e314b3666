public import AppStoreModels

/// The app that a session sells for, as payloads name it.
public struct SimulatedApp: Hashable, Sendable {
    /// The bundle id.
    public var bundleId: String
    /// The app's number in App Store Connect; payloads of Production carry it.
    public var appAppleId: Int64
    /// The build's version.
    public var bundleVersion: String
    /// The environment that payloads claim.
    public var environment: AppStoreModels.Environment

    /// Describes an app.
    public init(
        bundleId: String, appAppleId: Int64 = 1_234_567_890, bundleVersion: String = "1",
        environment: AppStoreModels.Environment = .sandbox
    ) {
        self.bundleId = bundleId
        self.appAppleId = appAppleId
        self.bundleVersion = bundleVersion
        self.environment = environment
    }
}
