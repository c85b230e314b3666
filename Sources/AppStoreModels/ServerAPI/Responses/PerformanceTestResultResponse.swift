public import StrictJSON

/// How a performance test went; `failures` stays in the object.
public struct PerformanceTestResultResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// What the test demands.
    public var config: PerformanceTestConfig? { object("config") }
    /// The URL that was tested.
    public var target: String? { string("target") }
    /// Whether it passed.
    public var result: PerformanceTestStatus? { enumeration("result") }
    /// The share of answers that were successes, in per cent.
    public var successRate: Int64? { integer("successRate") }
    /// Requests that have no answer yet.
    public var numPending: Int64? { integer("numPending") }
    /// How long answers took.
    public var responseTimes: PerformanceTestResponseTimes? { object("responseTimes") }
}

extension PerformanceTestResultResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .object("config", \Self.config),
        .string("target", \Self.target),
        .enumeration("result", \Self.result),
        .integer("successRate", \Self.successRate),
        .integer("numPending", \Self.numPending),
        .object("responseTimes", \Self.responseTimes),
    ]
}
