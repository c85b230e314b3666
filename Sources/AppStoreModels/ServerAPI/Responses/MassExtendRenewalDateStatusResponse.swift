public import StrictJSON

/// How far an extension for all active subscribers has come.
public struct MassExtendRenewalDateStatusResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The request's own identifier.
    public var requestIdentifier: String? { string("requestIdentifier") }
    /// Whether it is done.
    public var complete: Bool? { boolean("complete") }
    /// When it was done.
    public var completeDate: Timestamp? { date("completeDate") }
    /// How many subscriptions were extended.
    public var succeededCount: Int64? { integer("succeededCount") }
    /// How many subscriptions were not extended.
    public var failedCount: Int64? { integer("failedCount") }
}

extension MassExtendRenewalDateStatusResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("requestIdentifier", \Self.requestIdentifier),
        .boolean("complete", \Self.complete),
        .date("completeDate", \Self.completeDate),
        .integer("succeededCount", \Self.succeededCount),
        .integer("failedCount", \Self.failedCount),
    ]
}
