package import AppStoreServerAPI

/// Who asks the App Store in the background, and how much.
package struct ReconcileConfiguration: Sendable {
    /// The key, and whose it is.
    package var credentials: SigningCredentials
    /// Another host than Apple's, such as a simulator's; nil for Apple's.
    package var baseURL: String?
    /// How much may be asked.
    package var limits: ReconcileLimits
}
