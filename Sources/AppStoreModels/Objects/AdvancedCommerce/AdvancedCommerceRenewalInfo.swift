public import StrictJSON

/// What a renewal state of the Advanced Commerce API has beside the ordinary fields.
public struct AdvancedCommerceRenewalInfo: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// A token to hand on in requests that follow.
    public var consistencyToken: String? { string("consistencyToken") }
    /// Name and description of the whole subscription.
    public var descriptors: AdvancedCommerceDescriptors? { object("descriptors") }
    /// What the next period consists of.
    public var items: [AdvancedCommerceRenewalItem]? { objects("items") }
    /// The length of a subscription period.
    public var period: AdvancedCommercePeriod? { enumeration("period") }
    /// The id that the developer gave to the request.
    public var requestReferenceId: String? { identifier("requestReferenceId") }
    /// The tax code.
    public var taxCode: String? { string("taxCode") }
}

extension AdvancedCommerceRenewalInfo {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("consistencyToken", \Self.consistencyToken),
        .object("descriptors", \Self.descriptors),
        .objects("items", \Self.items),
        .enumeration("period", \Self.period),
        .identifier("requestReferenceId", \Self.requestReferenceId),
        .string("taxCode", \Self.taxCode),
    ]
}
