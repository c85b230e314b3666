import AppStoreModels
import StrictJSON
import TestSupport

/// One row of `TestVectors/models/enums.json`.
struct EnumerationVector: Sendable {
    let name: String
    let json: String
    let values: [JSONValue]

    /// All rows.
    static let all: [EnumerationVector] = {
        guard let root = try? JSONDocument(parsing: TestVectors.bytes("models/enums.json")).root else { return [] }
        return root["enumerations"]?.elements.map { row in
            EnumerationVector(
                name: row["enumeration"]?.string ?? "", json: row["json"]?.string ?? "",
                values: row["values"]?.elements.map { JSONValue($0) } ?? [])
        } ?? []
    }()

    /// The enumerations of the module, which the rows name.
    static let types: [any OpenEnumeration.Type] = [
        NotificationType.self, NotificationSubtype.self, Environment.self, SubscriptionStatus.self,
        ConsumptionRequestReason.self, ExternalPurchaseTokenType.self, ProductType.self, InAppOwnershipType.self,
        RevocationReason.self, RevocationType.self, OfferType.self, OfferDiscountType.self, TransactionReason.self,
        BillingPlanType.self, AutoRenewStatus.self, ExpirationIntent.self, PriceIncreaseStatus.self,
        PurchasePlatform.self, AdvancedCommercePeriod.self, AdvancedCommerceOfferPeriod.self,
        AdvancedCommerceOfferReason.self, AdvancedCommerceRefundReason.self, AdvancedCommerceRefundType.self,
        AdvancedCommercePriceIncreaseStatus.self, SendAttemptResult.self,
    ]
}
