import AppStoreModels
import StrictJSON

/// Reads the short form of a configuration strictly.
struct ShortFormReader {
    private var productPaths: [String: String] = [:]
    private var groupPaths: [String: String] = [:]

    /// Reads the whole.
    mutating func read(_ root: JSONNode) throws(StoreConfigurationError) -> StoreConfiguration {
        let file = try ShortFormObject(
            root, at: "", keys: ["bundleId", "identifier", "products", "groups", "settings", "offersKey"])
        var products: [ConfiguredProduct] = []
        for (element, path) in try file.elements("products") { products.append(try product(element, at: path)) }
        var groups: [ConfiguredGroup] = []
        for (element, path) in try file.elements("groups") { groups.append(try group(element, at: path)) }
        guard file.has("products") || file.has("groups") else {
            throw .missing(path: "products", expected: "an array of products")
        }
        return try StoreConfiguration(
            identifier: try file.text("identifier"), bundleID: try file.text("bundleId"), products: products,
            groups: groups, settings: try settings(file), offersKey: try offersKey(file))
    }

    private mutating func product(_ node: JSONNode, at path: String) throws(StoreConfigurationError)
        -> ConfiguredProduct
    {
        let object = try ShortFormObject(
            node, at: path, keys: ["id", "type", "price", "name", "familyShareable", "localizations"])
        let types: [(name: String, value: ProductType)] = [
            ("consumable", .consumable), ("nonConsumable", .nonConsumable), ("nonRenewing", .nonRenewingSubscription),
        ]
        guard let type = try object.choice("type", of: types) else {
            throw .missing(path: object.path("type"), expected: ShortFormObject.list(types.map(\.name)))
        }
        return try product(object, type: type)
    }

    private mutating func product(_ object: ShortFormObject, type: ProductType) throws(StoreConfigurationError)
        -> ConfiguredProduct
    {
        let id = try object.required("id", "the product's id", object.text("id"))
        guard !id.isEmpty else {
            throw .unexpected(path: object.path("id"), expected: "the product's id", found: "\"\"")
        }
        if let firstPath = productPaths.updateValue(object.place, forKey: id) {
            throw .duplicateProduct(id: id, path: object.place, firstPath: firstPath)
        }
        return ConfiguredProduct(
            type: type, productID: id, referenceName: try object.text("name") ?? id,
            price: try object.required("price", "a decimal such as \"4.99\"", object.price("price")),
            isFamilyShareable: try object.flag("familyShareable") ?? false,
            localizations: try localizations(object))
    }

    private mutating func group(_ node: JSONNode, at path: String) throws(StoreConfigurationError) -> ConfiguredGroup {
        let object = try ShortFormObject(node, at: path, keys: ["id", "name", "localizations", "subscriptions"])
        let name = try object.required("name", "the group's name", object.text("name"))
        let id = try object.text("id")
        if let id, let firstPath = groupPaths.updateValue(path, forKey: id) {
            throw .duplicateGroup(id: id, path: path, firstPath: firstPath)
        }
        var group = ConfiguredGroup(id: id ?? "", name: name, localizations: try localizations(object))
        for (element, path) in try object.elements("subscriptions") {
            group.subscriptions.append(try subscription(element, at: path))
        }
        return group
    }

    private mutating func subscription(_ node: JSONNode, at path: String) throws(StoreConfigurationError)
        -> ConfiguredProduct
    {
        let object = try ShortFormObject(
            node, at: path,
            keys: [
                "id", "name", "price", "familyShareable", "localizations", "level", "period", "introductory",
                "promotional", "codes", "winBack", "billingPlans",
            ])
        var product = try product(object, type: .autoRenewableSubscription)
        let period = try object.required("period", "an ISO 8601 duration", object.period("period"))
        var subscription = ConfiguredSubscription(
            groupID: "", level: try object.integer("level", in: 0...1_000_000) ?? 1, period: period)
        let introductory = try object.elements("introductory", orOne: true)
        for (element, path) in introductory {
            subscription.introductoryOffers.append(try offer(element, .introductory, at: path, every: period))
        }
        for (element, path) in try object.elements("promotional") {
            subscription.promotionalOffers.append(try offer(element, .promotional, at: path, every: period))
        }
        for (element, path) in try object.elements("codes") {
            subscription.offerCodes.append(try offer(element, .offerCode, at: path, every: period))
        }
        for (element, path) in try object.elements("winBack") {
            subscription.winBackOffers.append(try offer(element, .winBack, at: path, every: period))
        }
        for (element, path) in try object.elements("billingPlans") {
            subscription.billingPlans.append(try billingPlan(element, at: path, price: product.price))
        }
        product.subscription = subscription
        return product
    }

    private func localizations(_ object: ShortFormObject) throws(StoreConfigurationError) -> [ConfiguredLocalization] {
        var localizations: [ConfiguredLocalization] = []
        for (element, path) in try object.elements("localizations") {
            let object = try ShortFormObject(element, at: path, keys: ["locale", "name", "description"])
            localizations.append(
                ConfiguredLocalization(
                    locale: try object.required("locale", "a locale such as \"en_US\"", object.text("locale")),
                    displayName: try object.text("name") ?? "", text: try object.text("description") ?? ""))
        }
        return localizations
    }
}
