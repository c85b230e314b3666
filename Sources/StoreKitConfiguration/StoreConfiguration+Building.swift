import AppStoreModels
import StrictJSON

extension StoreConfiguration {
    /// Builds a configuration from values.
    ///
    /// What has no internal id gets one that depends on its names only, so that the same values are saved with the same
    /// bytes.
    ///
    /// - Parameters:
    ///   - identifier: The file's own id; made from the app and its products where none is given.
    ///   - version: The version of the format; version 4, or 5 where billing plans or several introductory offers need it.
    ///   - bundleID: The app; it is not saved.
    ///   - products: The products outside groups, of all three types.
    ///   - groups: The groups with their subscriptions.
    ///   - settings: How the store behaves.
    ///   - appPolicies: The texts of the app's policies.
    ///   - offersKey: The key that promotional offers are signed with.
    /// - Throws: ``StoreConfigurationError`` for the first value that a file could not hold.
    public init(
        identifier: String? = nil, version: ConfigurationVersion? = nil, bundleID: String? = nil,
        products: [ConfiguredProduct] = [], groups: [ConfiguredGroup] = [],
        settings: ConfiguredSettings = ConfiguredSettings(),
        appPolicies: ConfiguredPolicies = ConfiguredPolicies(policies: [ConfiguredPolicies.Policy(locale: "en_US")]),
        offersKey: ConfiguredOffersKey? = nil
    ) throws(StoreConfigurationError) {
        let version = version ?? StoreConfiguration.version(for: groups)
        var encoder = ConfigurationEncoder(identifiers: InternalIdentifiers(), major: version.major)
        var lists: [ProductType: [JSONValue]] = [:]
        for product in products {
            guard product.type != .autoRenewableSubscription else {
                throw .unexpected(
                    path: "product \(PlainText.quoted(product.productID)).type", expected: "a type without a group",
                    found: PlainText.quoted(product.type.rawValue))
            }
            let list: ProductType = product.type == .nonRenewingSubscription ? product.type : .consumable
            lists[list, default: []].append(try encoder.product(product))
        }
        var encodedGroups: [JSONValue] = []
        for group in groups { encodedGroups.append(try encoder.group(group)) }
        let names = [bundleID ?? ""] + products.map(\.productID) + groups.map(\.name)
        var document: JSONValue = [
            "identifier": .string(identifier ?? InternalIdentifiers.digest(["configuration"] + names)),
            "nonRenewingSubscriptions": .array(lists[.nonRenewingSubscription] ?? []),
            "products": .array(lists[.consumable] ?? []),
            "settings": try ConfigurationEncoder.settings(settings),
            "subscriptionGroups": .array(encodedGroups),
            "version": ["major": .integer(version.major), "minor": .integer(version.minor)],
        ]
        if version.major >= ConfigurationEncoder.winBackMajor {
            document["appPolicies"] = StoreConfiguration.encoded(appPolicies)
        }
        if let offersKey {
            document["subscriptionOffersKeyPair"] = [
                "id": .string(offersKey.id), "privateKey": .string(offersKey.privateKey),
            ]
        }
        try self.init(reading: document, bundleID: bundleID)
    }

    private static func version(for groups: [ConfiguredGroup]) -> ConfigurationVersion {
        let needsPlans = groups.contains { group in
            group.subscriptions.contains { product in
                guard let subscription = product.subscription else { return false }
                return subscription.introductoryOffers.count > 1 || !subscription.billingPlans.isEmpty
            }
        }
        return needsPlans
            ? ConfigurationVersion(major: ConfigurationEncoder.billingPlanMajor) : ConfigurationEncoder.standardVersion
    }

    private static func encoded(_ policies: ConfiguredPolicies) -> JSONValue {
        [
            "eula": .string(policies.eula),
            "policies": .array(
                policies.policies.map { policy in
                    [
                        "locale": .string(policy.locale), "policyText": .string(policy.text),
                        "policyURL": .string(policy.url),
                    ]
                }),
        ]
    }
}
