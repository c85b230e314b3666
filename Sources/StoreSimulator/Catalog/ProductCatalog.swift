/// The products of the simulated store.
public struct ProductCatalog: Hashable, Sendable {
    /// The products in the order given.
    public let products: [CatalogProduct]
    private let indices: [String: Int]

    /// Takes products over; of several with one identifier the first counts.
    public init(_ products: [CatalogProduct]) {
        var kept: [CatalogProduct] = []
        var indices: [String: Int] = [:]
        for product in products where indices[product.id] == nil {
            indices[product.id] = kept.count
            kept.append(product)
        }
        self.products = kept
        self.indices = indices
    }

    /// The product with an identifier.
    public subscript(id: String) -> CatalogProduct? { indices[id].map { products[$0] } }
}
