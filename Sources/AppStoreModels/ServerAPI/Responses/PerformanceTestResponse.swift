public import StrictJSON

/// The answer to Initiate Performance Test.
public struct PerformanceTestResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// What the test demands.
    public var config: PerformanceTestConfig? { object("config") }
    /// By which the result is asked.
    public var requestId: String? { string("requestId") }
}

extension PerformanceTestResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .object("config", \Self.config),
        .string("requestId", \Self.requestId, .essential),
    ]
}
