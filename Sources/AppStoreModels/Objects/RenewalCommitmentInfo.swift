public import StrictJSON

/// The commitment that starts at the next renewal.
public struct RenewalCommitmentInfo: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The product of the next commitment.
    public var commitmentAutoRenewProductId: String? { identifier("commitmentAutoRenewProductId") }
    /// Whether the commitment renews by itself.
    public var commitmentAutoRenewStatus: AutoRenewStatus? { enumeration("commitmentAutoRenewStatus") }
    /// How the next commitment is paid.
    public var commitmentRenewalBillingPlanType: BillingPlanType? { enumeration("commitmentRenewalBillingPlanType") }
    /// When the commitment renews.
    public var commitmentRenewalDate: Timestamp? { date("commitmentRenewalDate") }
    /// The price of the next commitment, in thousandths of a unit of the renewal's currency.
    public var commitmentRenewalPrice: Int64? { integer("commitmentRenewalPrice") }
}

extension RenewalCommitmentInfo {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .identifier("commitmentAutoRenewProductId", \Self.commitmentAutoRenewProductId),
        .enumeration("commitmentAutoRenewStatus", \Self.commitmentAutoRenewStatus),
        .enumeration("commitmentRenewalBillingPlanType", \Self.commitmentRenewalBillingPlanType),
        .date("commitmentRenewalDate", \Self.commitmentRenewalDate),
        .integer("commitmentRenewalPrice", \Self.commitmentRenewalPrice),
    ]
}
