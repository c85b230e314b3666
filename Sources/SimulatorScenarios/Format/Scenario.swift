package import AppStoreModels
package import StoreKitConfiguration
internal import StoreSimulator

/// A story of customers and a store, with what must be true on the way.
package struct Scenario: Hashable, Sendable {
    /// Where the products come from.
    package enum Products: Hashable, Sendable {
        /// They are written out in the scenario, or are those of the example store.
        case inline(StoreConfiguration)
        /// A configuration file, by a path as the scenario writes it.
        case file(String)
    }

    /// The name by which it is called.
    package var name: String
    /// What it shows, in one line.
    package var purpose: String
    /// When it starts, in milliseconds since 1970-01-01T00:00:00Z.
    package var start: Int64
    /// Where ids come from.
    package var seed: UInt64
    /// The environment that payloads claim.
    package var environment: AppStoreModels.Environment
    /// The app; `nil` for that of the configuration.
    package var bundleId: String?
    /// The products.
    package var products: Products
    /// What happens, and what must be true, in order.
    package var steps: [ScenarioStep]
}
