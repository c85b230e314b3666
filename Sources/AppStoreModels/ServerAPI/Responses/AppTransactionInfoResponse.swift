public import StrictJSON

/// The answer to Get App Transaction Info.
public struct AppTransactionInfoResponse: AppStoreObject {
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The app transaction, signed.
    public var signedAppTransactionInfo: String? { string("signedAppTransactionInfo") }
}

extension AppTransactionInfoResponse {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .string("signedAppTransactionInfo", \Self.signedAppTransactionInfo, .essential)
    ]
}
