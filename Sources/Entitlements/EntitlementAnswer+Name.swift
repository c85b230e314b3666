internal import AppStoreModels

extension EntitlementAnswer {
    /// The entitlement that the purchase gives, or would give; `nil` for consumables and where no purchase is known.
    ///
    /// The configured name of the product; without one each group of subscriptions and each other product is an
    /// entitlement of its own, named by its identifier.
    public func entitlementName(_ configuration: EvaluationConfiguration) -> String? {
        guard transactionId != nil, type != ProductType.consumable.rawValue else { return nil }
        if let productId, let name = configuration.entitlementNames[productId] { return name }
        if let group = subscriptionGroupIdentifier, !group.isEmpty { return group }
        return productId
    }
}
