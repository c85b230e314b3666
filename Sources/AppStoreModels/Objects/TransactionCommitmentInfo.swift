public import StrictJSON

/// The commitment of a yearly plan paid by the month, as it stands on a transaction.
public struct TransactionCommitmentInfo: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Which billing period of the commitment this is.
    public var billingPeriodNumber: Int64? { integer("billingPeriodNumber") }
    /// How many billing periods the commitment has.
    public var totalBillingPeriods: Int64? { integer("totalBillingPeriods") }
    /// When the commitment ends.
    public var commitmentExpiresDate: Timestamp? { date("commitmentExpiresDate") }
    /// The price of the whole commitment, in thousandths of a unit of the transaction's currency.
    public var commitmentPrice: Int64? { integer("commitmentPrice") }
}

extension TransactionCommitmentInfo {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .integer("billingPeriodNumber", \Self.billingPeriodNumber),
        .integer("totalBillingPeriods", \Self.totalBillingPeriods),
        .date("commitmentExpiresDate", \Self.commitmentExpiresDate),
        .integer("commitmentPrice", \Self.commitmentPrice),
    ]
}
