/// A call of the Advanced Commerce API on a transaction.
public enum AdvancedCommerceOperation: String, CaseIterable, Hashable, Sendable {
    case cancelSubscription, changeSubscriptionMetadata, changeSubscriptionPrice, migrateSubscription,
        revokeSubscription, requestRefund

    /// The operation of the API.
    public var endpoint: ServerAPIEndpoint {
        switch self {
        case .cancelSubscription: .cancelSubscription
        case .changeSubscriptionMetadata: .changeSubscriptionMetadata
        case .changeSubscriptionPrice: .changeSubscriptionPrice
        case .migrateSubscription: .migrateSubscription
        case .revokeSubscription: .revokeSubscription
        case .requestRefund: .requestRefund
        }
    }

    var template: StaticString {
        switch self {
        case .cancelSubscription: "/advancedCommerce/v1/subscription/cancel/{transactionId}"
        case .changeSubscriptionMetadata: "/advancedCommerce/v1/subscription/changeMetadata/{transactionId}"
        case .changeSubscriptionPrice: "/advancedCommerce/v1/subscription/changePrice/{transactionId}"
        case .migrateSubscription: "/advancedCommerce/v1/subscription/migrate/{transactionId}"
        case .revokeSubscription: "/advancedCommerce/v1/subscription/revoke/{transactionId}"
        case .requestRefund: "/advancedCommerce/v1/transaction/requestRefund/{transactionId}"
        }
    }
}
