package import AppStoreServerAPI
package import Entitlements

/// All that the App Store answered about one customer.
package struct FetchedCustomer: Sendable {
    /// What was signed, subscriptions first.
    package var statements: [FetchedStatement] = []
    /// What was told of subscriptions beside it.
    package var statuses: [LineIdentity: FetchedStatus] = [:]
    /// What was signed and is not verified; it counts for nothing.
    package var refusals: [SignedFieldFailure] = []

    package init() {}

    /// The lines that something was answered about, in order.
    package var lines: [LineIdentity] { Set(statements.compactMap(\.line)).sorted() }
}
