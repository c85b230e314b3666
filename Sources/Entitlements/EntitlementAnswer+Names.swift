internal import AppStoreModels

extension EntitlementAnswer {
    /// Whether what was bought is used up, as credits are.
    public var isConsumable: Bool { type == ProductType.consumable.rawValue }

    /// The entitlements that the purchase gives, or would give; none for consumables and where no purchase is known.
    ///
    /// The configured names of the product; without any each group of subscriptions and each other product is an
    /// entitlement of its own, named by its identifier.
    public func entitlementNames(_ configuration: EvaluationConfiguration) -> [String] {
        guard transactionId != nil, !isConsumable else { return [] }
        if let productId, let names = configuration.entitlementNames[productId] { return names }
        // A purchase without a type was taken for a subscription because of what else it names.
        let isSubscription = type == nil || type == ProductType.autoRenewableSubscription.rawValue
        if isSubscription, let group = subscriptionGroupIdentifier, !group.isEmpty { return [group] }
        return productId.map { [$0] } ?? []
    }
}
