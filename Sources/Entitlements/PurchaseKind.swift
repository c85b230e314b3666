internal import AppStoreModels

/// How a purchase is judged, by its product type.
enum PurchaseKind: Hashable {
    case autoRenewable, nonConsumable, nonRenewing, consumable, unknown

    init(_ statement: TransactionStatement) {
        switch statement.type.map(ProductType.init(rawValue:)) {
        case .autoRenewableSubscription: self = .autoRenewable
        case .nonConsumable: self = .nonConsumable
        case .nonRenewingSubscription: self = .nonRenewing
        case .consumable: self = .consumable
        default:
            // Only auto-renewable subscriptions have an end, a group or a line item.
            let isSubscription =
                statement.expiresDate != nil || statement.subscriptionGroupIdentifier?.isEmpty == false
                || statement.lineItem != nil
            self = isSubscription ? .autoRenewable : .unknown
        }
    }
}

extension TransactionStatement {
    /// The id shared by all transactions of one subscription period; `nil` when absent, empty or "0".
    var lineItem: String? {
        guard let webOrderLineItemId, !webOrderLineItemId.isEmpty, webOrderLineItemId != "0" else { return nil }
        return webOrderLineItemId
    }
}
