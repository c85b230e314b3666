public import StrictJSON

/// An app's download or purchase by one Apple Account.
public struct AppTransaction: AppStorePayload {
    /// Which of the signed payloads it is.
    public static let kind = PayloadKind.appTransaction
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        if let receiptType = json.present("receiptType")?.string, let environment = json.present("environment")?.string
        {
            guard receiptType == environment else {
                throw PayloadSchemaError(
                    path: "environment", expected: "the value of receiptType", found: "another string")
            }
        }
        self.json = json
    }

    /// The environment it was signed for, under the name the App Store uses.
    public var receiptType: Environment? { enumeration("receiptType") }
    /// The app's Apple id; absent outside Production.
    public var appAppleId: Int64? { integer("appAppleId") }
    /// The app's bundle id.
    public var bundleId: String? { string("bundleId") }
    /// The version of the app that asked for it.
    public var applicationVersion: String? { string("applicationVersion") }
    /// Apple's id of that version; absent outside Production.
    public var versionExternalIdentifier: Int64? { integer("versionExternalIdentifier") }
    /// The moment of signing.
    public var receiptCreationDate: Timestamp? { date("receiptCreationDate") }
    /// When the app was first bought or downloaded; constant in Sandbox and Xcode.
    public var originalPurchaseDate: Timestamp? { date("originalPurchaseDate") }
    /// The version first bought or downloaded; always `1.0` in Sandbox.
    public var originalApplicationVersion: String? { string("originalApplicationVersion") }
    /// A hash that ties the text to one device, Base64 of SHA-384.
    public var deviceVerification: String? { string("deviceVerification") }
    /// The UUID that `deviceVerification` was made with.
    public var deviceVerificationNonce: String? { string("deviceVerificationNonce") }
    /// When the app was ordered ahead of its release.
    public var preorderDate: Timestamp? { date("preorderDate") }
    /// The id of the download, one for each Apple Account and app.
    public var appTransactionId: String? { identifier("appTransactionId") }
    /// The platform of the first download.
    public var originalPlatform: PurchasePlatform? { enumeration("originalPlatform") }
    /// When it was asked for; only in Xcode's.
    public var requestDate: Timestamp? { date("requestDate") }

    /// The environment it was signed for, from `receiptType` or, as some versions of Xcode write it, `environment`.
    public var environment: Environment? { receiptType ?? enumeration("environment") }

    /// The moment of signing: `receiptCreationDate` takes the role.
    public var signedDate: Timestamp? { receiptCreationDate }
}

extension AppTransaction {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .enumeration("receiptType", \Self.receiptType, .trusted),
        .enumeration("environment", \Self.environment, .trusted),
        .integer("appAppleId", \Self.appAppleId, .essential),
        .string("bundleId", \Self.bundleId, .trusted),
        .string("applicationVersion", \Self.applicationVersion),
        .integer("versionExternalIdentifier", \Self.versionExternalIdentifier),
        .date("receiptCreationDate", \Self.receiptCreationDate, .trusted),
        .date("originalPurchaseDate", \Self.originalPurchaseDate),
        .string("originalApplicationVersion", \Self.originalApplicationVersion),
        .string("deviceVerification", \Self.deviceVerification),
        .string("deviceVerificationNonce", \Self.deviceVerificationNonce),
        .date("preorderDate", \Self.preorderDate),
        .identifier("appTransactionId", \Self.appTransactionId, .essential),
        .enumeration("originalPlatform", \Self.originalPlatform),
        .date("requestDate", \Self.requestDate),
    ]
}
