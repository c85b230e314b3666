public import StrictJSON

/// The answer to Extend Subscription Renewal Dates for All Active Subscribers.
public struct MassExtendRenewalDateResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The request's own identifier, by which its status is asked.
    public var requestIdentifier: String? { string("requestIdentifier") }
}

extension MassExtendRenewalDateResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("requestIdentifier", \Self.requestIdentifier)
    ]
}
