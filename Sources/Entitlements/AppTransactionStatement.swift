/// What a signed app transaction says; it ties an app's download to an Apple Account.
public struct AppTransactionStatement: Hashable, Sendable {
    /// The id of the app's download by the customer's Apple Account.
    public var appTransactionId: String
    /// When the app was first obtained, in milliseconds since 1970.
    public var originalPurchaseDate: Int64?

    /// Puts a statement together.
    public init(appTransactionId: String, originalPurchaseDate: Int64? = nil) {
        self.appTransactionId = appTransactionId
        self.originalPurchaseDate = originalPurchaseDate
    }
}
