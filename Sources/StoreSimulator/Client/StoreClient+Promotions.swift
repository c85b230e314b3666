internal import Synchronization

/// Promoted products: what a customer sees of them in the App Store on this device, under the names of `PromotionInfo`.
extension StoreClient {
    /// The products that this device shows first, in order; empty when it does as App Store Connect says.
    public var currentOrder: [String] { promotions.withLock { $0.order } }

    /// Shows products first, in this order, each once; with none App Store Connect's order counts again.
    ///
    /// - Throws: ``StoreClientError``, when there is no such product; then nothing has changed.
    public func updateProductOrder(byID ids: [String]) async throws(StoreClientError) {
        try check(ids)
        var known: Set<String> = []
        let order = ids.filter { known.insert($0).inserted }
        promotions.withLock { $0.order = order }
    }

    /// Whether a product shows on this device.
    public func productVisibility(of id: String) -> ProductVisibility {
        promotions.withLock { $0.visibilities[id] ?? .appStoreConnectDefault }
    }

    /// Shows or hides a product on this device.
    ///
    /// - Throws: ``StoreClientError``, when there is no such product.
    public func updateProductVisibility(
        _ visibility: ProductVisibility, for id: String
    ) async throws(StoreClientError) {
        try check([id])
        promotions.withLock { $0.visibilities[id] = visibility == .appStoreConnectDefault ? nil : visibility }
    }

    /// The products that the App Store shows on this device, in order; a catalogue promotes all that it sells.
    public var promotedProducts: [String] {
        let offered = session.read { state in
            state.world.catalog.products.map(\.id).filter(state.world.isOffered)
        }
        return promotions.withLock { $0.shown(of: offered) }
    }

    private func check(_ ids: [String]) throws(StoreClientError) {
        let unknown = session.read { state in ids.first { state.world.catalog[$0] == nil } }
        if let unknown { throw .session(.refused(.invalidProductIdentifier(unknown))) }
    }
}
