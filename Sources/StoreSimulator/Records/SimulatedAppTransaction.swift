public import AppStoreModels

/// A customer's download of the app, as the simulated store knows it.
public struct SimulatedAppTransaction: Hashable, Sendable {
    /// The download's id, stable for customer and app.
    public var id: String
    /// Whom it belongs to; never part of a payload.
    public var customerID: String
    /// When the app was first obtained, in milliseconds since 1970-01-01T00:00:00Z.
    public var originalPurchaseDate: Int64
    /// The version first obtained.
    public var originalApplicationVersion = "1.0"
    /// The platform of the first download.
    public var originalPlatform: PurchasePlatform = .iOS

    /// A download; everything else is set afterwards.
    public init(id: String, customerID: String, originalPurchaseDate: Int64) {
        self.id = id
        self.customerID = customerID
        self.originalPurchaseDate = originalPurchaseDate
    }
}
