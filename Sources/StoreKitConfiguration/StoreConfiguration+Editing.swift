import AppStoreModels
import StrictJSON

extension StoreConfiguration {
    /// Adds a product of any type; an auto-renewable subscription goes into the group it names.
    ///
    /// - Throws: ``StoreConfigurationError``; the configuration is then what it was.
    public mutating func add(_ product: ConfiguredProduct) throws(StoreConfigurationError) {
        let groups = groups
        try change { (document, encoder) throws(StoreConfigurationError) in
            if let subscription = product.subscription, product.type == .autoRenewableSubscription {
                guard let place = groups.firstIndex(where: { $0.id == subscription.groupID }),
                    var elements = document["subscriptionGroups"]?.elements, elements.indices.contains(place)
                else { throw .noSuchGroup(id: subscription.groupID) }
                let held = elements[place]["subscriptions"]?.elements ?? []
                elements[place]["subscriptions"] = .array(held + [try encoder.subscription(product)])
                document["subscriptionGroups"] = .array(elements)
            } else {
                let list = product.type == .nonRenewingSubscription ? "nonRenewingSubscriptions" : "products"
                let held = document[list]?.elements ?? []
                document[list] = .array(held + [try encoder.product(product)])
            }
        }
    }

    /// Adds a group with the subscriptions it has.
    ///
    /// - Throws: ``StoreConfigurationError``; the configuration is then what it was.
    public mutating func add(_ group: ConfiguredGroup) throws(StoreConfigurationError) {
        try change { (document, encoder) throws(StoreConfigurationError) in
            let held = document["subscriptionGroups"]?.elements ?? []
            document["subscriptionGroups"] = .array(held + [try encoder.group(group)])
        }
    }

    /// Adds an offer of any kind to a subscription.
    ///
    /// - Throws: ``StoreConfigurationError``; the configuration is then what it was.
    public mutating func add(_ offer: ConfiguredOffer, to productID: String) throws(StoreConfigurationError) {
        let groups = groups
        try change { (document, encoder) throws(StoreConfigurationError) in
            guard let group = groups.firstIndex(where: { $0.subscriptions.contains { $0.productID == productID } }),
                let place = groups[group].subscriptions.firstIndex(where: { $0.productID == productID }),
                var elements = document["subscriptionGroups"]?.elements, elements.indices.contains(group),
                var subscriptions = elements[group]["subscriptions"]?.elements, subscriptions.indices.contains(place)
            else { throw .noSuchProduct(id: productID) }
            try encoder.add(offer, of: productID, to: &subscriptions[place])
            elements[group]["subscriptions"] = .array(subscriptions)
            document["subscriptionGroups"] = .array(elements)
        }
    }

    /// Replaces the settings; those that stay the same are not written anew.
    ///
    /// - Throws: ``StoreConfigurationError``; the configuration is then what it was.
    public mutating func set(_ settings: ConfiguredSettings) throws(StoreConfigurationError) {
        let old = self.settings
        try change { (document, _) throws(StoreConfigurationError) in
            var value = document["settings"] ?? .object([])
            try ConfigurationEncoder.update(&value, from: old, to: settings)
            document["settings"] = value
        }
    }

    /// Changes the document and reads it anew, so that a change cannot make what no file could hold.
    private mutating func change(
        _ change: (inout JSONValue, inout ConfigurationEncoder) throws(StoreConfigurationError) -> Void
    ) throws(StoreConfigurationError) {
        guard !isSynchronized else { throw .synchronized }
        var document = document
        var encoder = ConfigurationEncoder(
            identifiers: InternalIdentifiers(of: document),
            major: version?.major ?? ConfigurationEncoder.standardVersion.major)
        try change(&document, &encoder)
        self = try StoreConfiguration(reading: document, bundleID: bundleID)
    }
}
