public import StrictJSON

/// What a performance test demands.
public struct PerformanceTestConfig: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// Requests at one time.
    public var maxConcurrentRequests: Int64? { integer("maxConcurrentRequests") }
    /// Requests in all.
    public var totalRequests: Int64? { integer("totalRequests") }
    /// How long the test lasts, in milliseconds.
    public var totalDuration: Int64? { integer("totalDuration") }
    /// The longest time to an answer.
    public var responseTimeThreshold: Int64? { integer("responseTimeThreshold") }
    /// The share of answers that must be successes, in per cent.
    public var successRateThreshold: Int64? { integer("successRateThreshold") }
}

extension PerformanceTestConfig {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .integer("maxConcurrentRequests", \Self.maxConcurrentRequests),
        .integer("totalRequests", \Self.totalRequests),
        .integer("totalDuration", \Self.totalDuration),
        .integer("responseTimeThreshold", \Self.responseTimeThreshold),
        .integer("successRateThreshold", \Self.successRateThreshold),
    ]
}
