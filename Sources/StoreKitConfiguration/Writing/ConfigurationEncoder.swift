import AppStoreModels
import StrictJSON

/// Makes the parts of a file from values, with the keys that the file's version has.
struct ConfigurationEncoder {
    /// The version of files that are built here, for all but what needs a newer one.
    static let standardVersion = ConfigurationVersion(major: 4)
    /// The first version with several introductory offers and billing plans.
    static let billingPlanMajor = 5
    /// The first version with win-back offers and policies.
    static let winBackMajor = 4

    var identifiers: InternalIdentifiers
    let major: Int

    /// Encodes a product into its list or group.
    mutating func product(_ product: ConfiguredProduct) throws(StoreConfigurationError) -> JSONValue {
        let place = "product \(PlainText.quoted(product.productID))"
        guard let type = ConfigurationReader.productTypes.first(where: { $0.value == product.type })?.key else {
            throw .unexpected(
                path: "\(place).type", expected: "a known type of product",
                found: PlainText.quoted(product.type.rawValue))
        }
        var value: JSONValue = [
            "displayPrice": .string(product.price.text),
            "familyShareable": .boolean(product.isFamilyShareable),
            "internalID": .string(
                identifiers.identifier(given: product.internalID, for: "product", product.productID)),
            "localizations": localizations(product.localizations),
            "productID": .string(product.productID),
            "referenceName": .string(product.referenceName.isEmpty ? product.productID : product.referenceName),
            "type": .string(type),
        ]
        guard product.type == .autoRenewableSubscription else {
            if product.subscription != nil {
                throw .unexpected(
                    path: "\(place).subscription", expected: "nothing for this type", found: "a subscription")
            }
            return value
        }
        guard let subscription = product.subscription else {
            throw .missing(path: "\(place).subscription", expected: "the period and group of a subscription")
        }
        try add(subscription, of: product, to: &value)
        return value
    }

    private mutating func add(
        _ subscription: ConfiguredSubscription, of product: ConfiguredProduct, to value: inout JSONValue
    ) throws(StoreConfigurationError) {
        value["groupNumber"] = .integer(subscription.level)
        value["recurringSubscriptionPeriod"] = .string(subscription.period.iso8601)
        value["subscriptionGroupID"] = .string(subscription.groupID)
        value["introductoryOffer"] = .null
        value["adHocOffers"] = []
        value["codeOffers"] = []
        if major >= ConfigurationEncoder.winBackMajor { value["winbackOffers"] = [] }
        if major >= ConfigurationEncoder.billingPlanMajor {
            value["introductoryOffer"] = nil
            value["introductoryOffers"] = []
            var plans = subscription.billingPlans
            if plans.isEmpty {
                plans = [
                    ConfiguredBillingPlan(type: .billedUpfront, price: product.price, commitmentPrice: product.price)
                ]
            }
            value["billingPlans"] = .array(plans.map { plan($0, of: product.productID) })
        } else if !subscription.billingPlans.isEmpty {
            throw .unexpected(
                path: "product \(PlainText.quoted(product.productID)).billingPlans",
                expected: "none before version \(ConfigurationEncoder.billingPlanMajor)", found: "billing plans")
        }
        for offer in subscription.offers { try add(offer, of: product.productID, to: &value) }
    }

    private mutating func plan(_ plan: ConfiguredBillingPlan, of productID: String) -> JSONValue {
        [
            "billingPlanType": .string(plan.type.rawValue),
            "commitmentDisplayPrice": .string(plan.commitmentPrice.text),
            "displayPrice": .string(plan.price.text),
            "internalID": .string(
                identifiers.identifier(given: plan.internalID, for: "plan", productID, plan.type.rawValue)),
            "isEnabled": .boolean(plan.isEnabled),
        ]
    }

    /// Encodes a group with its subscriptions.
    mutating func group(_ group: ConfiguredGroup) throws(StoreConfigurationError) -> JSONValue {
        let id = identifiers.identifier(given: group.id, for: "group", group.name)
        var subscriptions: [JSONValue] = []
        for var product in group.subscriptions {
            product.subscription?.groupID = id
            subscriptions.append(try subscription(product))
        }
        return [
            "id": .string(id), "localizations": localizations(group.localizations), "name": .string(group.name),
            "subscriptions": .array(subscriptions),
        ]
    }

    /// Encodes what must be an auto-renewable subscription.
    mutating func subscription(_ product: ConfiguredProduct) throws(StoreConfigurationError) -> JSONValue {
        guard product.type == .autoRenewableSubscription else {
            throw .unexpected(
                path: "product \(PlainText.quoted(product.productID)).type", expected: "a subscription in a group",
                found: PlainText.quoted(product.type.rawValue))
        }
        return try self.product(product)
    }

    private func localizations(_ localizations: [ConfiguredLocalization]) -> JSONValue {
        .array(
            localizations.map { localization in
                [
                    "description": .string(localization.text), "displayName": .string(localization.displayName),
                    "locale": .string(localization.locale),
                ]
            })
    }
}
