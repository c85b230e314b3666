/// What is for sale.
extension StoreClient {
    /// The products among these that are for sale, in the order asked for, each once.
    ///
    /// - Parameter ids: Identifiers; those of products that are not for sale are left out.
    /// - Returns: The products, as the device shows them.
    /// - Throws: ``StoreClientError``, when a test wants it.
    public func products(for ids: some Sequence<String>) async throws(StoreClientError) -> [StoreProduct] {
        var known: Set<String> = []
        let ids = ids.filter { known.insert($0).inserted }
        return try call(.loadProducts) { [customer] state in
            ids.compactMap { state.product($0, for: customer) }
        }
    }
}

extension SessionState {
    fileprivate func product(_ id: String, for customer: String) -> StoreProduct? {
        guard world.isOffered(id), let product = world.catalog[id] else { return nil }
        let storefront = world.storefront(ofCustomer: customer)
        let isEligible = product.groupID.map {
            world.isEligibleForIntroductoryOffer(customer: customer, group: $0)
        }
        return StoreProduct(
            product: product, displayName: product.name(in: device.locale), price: product.price(in: storefront),
            storefront: storefront,
            isEligibleForIntroOffer: product.introductoryOffer != nil && isEligible ?? false)
    }
}
