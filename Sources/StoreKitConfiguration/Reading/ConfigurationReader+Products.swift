import AppStoreModels
import StrictJSON

extension ConfigurationReader {
    /// The file's words for the types of products.
    static let productTypes: [String: ProductType] = [
        "Consumable": .consumable, "NonConsumable": .nonConsumable,
        "NonRenewingSubscription": .nonRenewingSubscription, "RecurringSubscription": .autoRenewableSubscription,
    ]

    /// Reads a list of products that are no auto-renewable subscriptions.
    mutating func products(_ list: String, of root: JSONValue, standard: ProductType?)
        throws(StoreConfigurationError) -> [ConfiguredProduct]
    {
        var products: [ConfiguredProduct] = []
        for (index, value) in try array(list, of: root, at: "").enumerated() {
            let path = "\(list)[\(index)]"
            noteUnknownKeys(of: try object(value, at: path), at: path, known: ConfigurationKeys.product)
            let type = try type(of: value, at: path, standard: standard)
            if type == .autoRenewableSubscription {
                throw .unexpected(
                    path: "\(path).type", expected: "a type without a subscription group",
                    found: "\"RecurringSubscription\"")
            }
            if (type == .nonRenewingSubscription) != (standard == .nonRenewingSubscription) {
                note("\(path).type", "belongs into the other list, taken by its type")
            }
            products.append(try product(value, at: path, type: type))
        }
        return products
    }

    /// Reads one auto-renewable subscription of a group.
    mutating func subscription(_ value: JSONValue, at path: String, in groupID: String)
        throws(StoreConfigurationError) -> ConfiguredProduct
    {
        noteUnknownKeys(of: try object(value, at: path), at: path, known: ConfigurationKeys.subscription)
        let type = try type(of: value, at: path, standard: .autoRenewableSubscription)
        if type != .autoRenewableSubscription {
            note("\(path).type", "stands in a subscription group, taken as RecurringSubscription")
        }
        if let named = text("subscriptionGroupID", of: value, at: path), named != groupID {
            note("\(path).subscriptionGroupID", "is not the id of the group it stands in, which counts")
        }
        var product = try product(value, at: path, type: .autoRenewableSubscription)
        guard let period = try period("recurringSubscriptionPeriod", of: value, at: path) else {
            throw .missing(path: "\(path).recurringSubscriptionPeriod", expected: "an ISO 8601 duration")
        }
        let level = try integer("groupNumber", of: value, at: path, in: 0...1_000_000)
        if level == nil { note("\(path).groupNumber", "missing, taken as 1") }
        var subscription = ConfiguredSubscription(groupID: groupID, level: level ?? 1, period: period)
        subscription.introductoryOffers = try introductoryOffers(of: value, at: path, every: period)
        subscription.promotionalOffers = try offers("adHocOffers", .promotional, of: value, at: path, every: period)
        subscription.offerCodes = try offers("codeOffers", .offerCode, of: value, at: path, every: period)
        subscription.winBackOffers = try offers("winbackOffers", .winBack, of: value, at: path, every: period)
        subscription.billingPlans = try billingPlans(of: value, at: path, price: product.price)
        product.subscription = subscription
        return product
    }

    private mutating func product(_ value: JSONValue, at path: String, type: ProductType)
        throws(StoreConfigurationError) -> ConfiguredProduct
    {
        guard let id = member("productID", of: value) else {
            throw .missing(path: "\(path).productID", expected: "the product's id")
        }
        guard let productID = id.text, !productID.isEmpty else {
            throw .unexpected(path: "\(path).productID", expected: "the product's id", found: id.found)
        }
        if let firstPath = productPaths.updateValue(path, forKey: productID) {
            throw .duplicateProduct(id: productID, path: path, firstPath: firstPath)
        }
        let price = try price("displayPrice", of: value, at: path)
        if price == nil { note("\(path).displayPrice", "missing, taken as 0") }
        return ConfiguredProduct(
            type: type, productID: productID, referenceName: text("referenceName", of: value, at: path) ?? "",
            internalID: text("internalID", of: value, at: path), price: price ?? .zero,
            isFamilyShareable: flag("familyShareable", of: value, at: path),
            localizations: try localizations(of: value, at: path))
    }

    private mutating func type(of value: JSONValue, at path: String, standard: ProductType?)
        throws(StoreConfigurationError) -> ProductType
    {
        guard let member = member("type", of: value) else {
            guard let standard else { throw .missing(path: "\(path).type", expected: "Consumable or NonConsumable") }
            note("\(path).type", "missing, taken from the list it stands in")
            return standard
        }
        guard let type = member.text.flatMap({ ConfigurationReader.productTypes[$0] }) else {
            throw .unexpected(path: "\(path).type", expected: "a type of product", found: member.found)
        }
        return type
    }

    /// Reads the names of a product or group.
    mutating func localizations(of value: JSONValue, at path: String) throws(StoreConfigurationError)
        -> [ConfiguredLocalization]
    {
        var localizations: [ConfiguredLocalization] = []
        for (index, element) in try array("localizations", of: value, at: path).enumerated() {
            let path = "\(path).localizations[\(index)]"
            noteUnknownKeys(of: try object(element, at: path), at: path, known: ConfigurationKeys.localization)
            localizations.append(
                ConfiguredLocalization(
                    locale: text("locale", of: element, at: path) ?? "",
                    displayName: text("displayName", of: element, at: path) ?? "",
                    text: text("description", of: element, at: path) ?? ""))
        }
        return localizations
    }

    private mutating func billingPlans(of value: JSONValue, at path: String, price standard: ConfiguredPrice)
        throws(StoreConfigurationError) -> [ConfiguredBillingPlan]
    {
        var plans: [ConfiguredBillingPlan] = []
        for (index, element) in try array("billingPlans", of: value, at: path).enumerated() {
            let path = "\(path).billingPlans[\(index)]"
            noteUnknownKeys(of: try object(element, at: path), at: path, known: ConfigurationKeys.billingPlan)
            guard let type = text("billingPlanType", of: element, at: path) else {
                note("\(path).billingPlanType", "missing; the plan is not used")
                continue
            }
            let price = try price("displayPrice", of: element, at: path)
            if price == nil { note("\(path).displayPrice", "missing, taken as the product's") }
            let commitment = try self.price("commitmentDisplayPrice", of: element, at: path)
            plans.append(
                ConfiguredBillingPlan(
                    internalID: text("internalID", of: element, at: path), type: BillingPlanType(rawValue: type),
                    price: price ?? standard, commitmentPrice: commitment ?? price ?? standard,
                    isEnabled: flag("isEnabled", of: element, at: path, default: true)))
        }
        return plans
    }
}
