/// What the store knows of a customer.
struct CustomerState: Sendable {
    let id: String
    var download: SimulatedAppTransaction
    /// The customer's own store; `nil` follows the settings.
    var storefront: Storefront?
    var paymentFails = false
    /// The last moment at which something about the customer was signed.
    var lastSigned: Int64 = .min
    /// The lines of own subscriptions by group, then those that others share.
    var ownLines: [String: Int] = [:]
    var sharedLines: [Int] = []
    /// Places of the customer's transactions.
    var transactions: [Int] = []
    /// Groups whose introductory offer the customer has had.
    var introductoryGroups: Set<String> = []
    /// Numbers of purchases that are not complete.
    var pending: [Int] = []
    var family: Int?
    var sharesPurchases = true
    /// When renewal dates were extended.
    var extensions: [Int64] = []
}
