internal import AppStoreModels
internal import StoreKitConfiguration
internal import StrictJSON

/// A configuration as one object for programs.
enum ConfigurationJSON {
    /// The object; amounts are in milliunits, periods by ISO 8601.
    static func object(_ configuration: StoreConfiguration) -> JSONValue {
        [
            "bundleId": .optional(configuration.bundleID),
            "identifier": .string(configuration.identifier),
            "version": .optional(configuration.version?.description),
            "synchronized": .boolean(configuration.isSynchronized),
            "products": .array((configuration.products + configuration.nonRenewing).map(product)),
            "groups": .array(configuration.groups.map(group)),
            "settings": settings(configuration.settings),
            "notes": .array(
                configuration.notes.map { ["path": .string($0.path), "text": .string($0.text)] }),
        ]
    }

    private static func group(_ group: ConfiguredGroup) -> JSONValue {
        [
            "id": .string(group.id), "name": .string(group.name),
            "subscriptions": .array(group.subscriptions.map(product)),
        ]
    }

    private static func product(_ product: ConfiguredProduct) -> JSONValue {
        var object: JSONValue = [
            "id": .string(product.productID), "type": .string(product.type.rawValue),
            "price": .integer(product.price.milliunits), "familyShareable": .boolean(product.isFamilyShareable),
        ]
        guard let subscription = product.subscription else { return object }
        object["level"] = .integer(subscription.level)
        object["period"] = .string(subscription.period.iso8601)
        object["offers"] = .array(subscription.offers.map(offer))
        return object
    }

    private static func offer(_ offer: ConfiguredOffer) -> JSONValue {
        [
            "type": .integer(offer.kind.rawValue), "id": .optional(offer.identifier),
            "mode": .string(offer.paymentMode.rawValue), "period": .string(offer.period.iso8601),
            "periods": .integer(offer.numberOfPeriods), "price": .optional(offer.price?.milliunits),
        ]
    }

    private static func settings(_ settings: ConfiguredSettings) -> JSONValue {
        [
            "storefront": .string(settings.storefront), "locale": .string(settings.locale),
            "timeRate": .integer(settings.timeRate), "askToBuy": .boolean(settings.askToBuy),
            "interruptedPurchases": .boolean(settings.interruptedPurchases),
            "billingRetryOnRenewal": .boolean(settings.billingRetryOnRenewal),
            "billingGracePeriod": .boolean(settings.billingGracePeriod),
            "disableDialogs": .boolean(settings.disableDialogs),
            "failTransactions": .boolean(settings.failTransactions),
        ]
    }
}
