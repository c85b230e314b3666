/// That a customer chose a product outside the app, such as a promoted one in the App Store.
public struct PurchaseIntent: Hashable, Sendable {
    /// The product.
    public var productID: String
    /// The offer chosen with it.
    public var offerID: String?

    /// Puts an intent together.
    public init(productID: String, offerID: String? = nil) {
        self.productID = productID
        self.offerID = offerID
    }
}
