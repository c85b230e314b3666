/// What a device shows otherwise than App Store Connect says.
struct PromotionOverrides: Sendable {
    var order: [String] = []
    var visibilities: [String: ProductVisibility] = [:]

    /// The products that show, those with a place of their own first.
    func shown(of products: [String]) -> [String] {
        let placed = Set(order)
        return (order.filter(products.contains) + products.filter { !placed.contains($0) })
            .filter { visibilities[$0] != .hidden }
    }
}
