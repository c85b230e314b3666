public import StrictJSON

/// How long answers took in a performance test.
public struct PerformanceTestResponseTimes: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The mean, in milliseconds.
    public var average: Int64? { integer("average") }
    /// The median, in milliseconds.
    public var p50: Int64? { integer("p50") }
    /// The ninth decile, in milliseconds.
    public var p90: Int64? { integer("p90") }
    /// The 95th percentile, in milliseconds.
    public var p95: Int64? { integer("p95") }
    /// The 99th percentile, in milliseconds.
    public var p99: Int64? { integer("p99") }
}

extension PerformanceTestResponseTimes {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .integer("average", \Self.average),
        .integer("p50", \Self.p50),
        .integer("p90", \Self.p90),
        .integer("p95", \Self.p95),
        .integer("p99", \Self.p99),
    ]
}
