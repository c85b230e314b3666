/// What this program is.
package enum Product {
    /// The version, by the rules of semver.org.
    package static let version = "0.1.0"
    /// What it is for, in one line.
    package static let summary = "StoreKit in the app, Storekeeper on the server"
}
