public import AppStoreModels

/// What an app receipt says: the app, and what was bought in it.
///
/// By itself it is a claim. Only that inside a ``VerifiedReceipt`` was signed by somebody trusted.
public struct AppReceipt: Hashable, Sendable {
    /// The kind of receipt, such as `Production` or `ProductionSandbox` (attribute 0).
    public let receiptType: String?
    /// The app's bundle id (attribute 2).
    public let bundleId: String
    /// The bytes of attribute 2, tag and length included, which the device's hash is made over.
    public let bundleIdBytes: [UInt8]
    /// The app's version (attribute 3).
    public let applicationVersion: String?
    /// A value that goes into the device's hash (attribute 4).
    public let opaqueValue: [UInt8]?
    /// The device's hash (attribute 5).
    public let sha1Hash: [UInt8]?
    /// When the receipt was made (attribute 12).
    public let receiptCreationDate: Timestamp
    /// What was bought in the app (attribute 17, repeated).
    public let inApp: [InAppPurchaseReceipt]
    /// When the app was first bought (attribute 18); constant in the sandbox.
    public let originalPurchaseDate: Timestamp?
    /// The version of the app that was first bought (attribute 19); `1.0` in the sandbox.
    public let originalApplicationVersion: String?
    /// When the receipt ends (attribute 21); most never do.
    public let expirationDate: Timestamp?
    /// All other attributes, as they came.
    public let otherAttributes: [ReceiptAttribute]

    private static let known: Set<Int64> = [0, 2, 3, 4, 5, 12, 17, 18, 19, 21]

    /// Reads the content of a receipt.
    ///
    /// - Parameter content: One set of attributes in DER.
    /// - Throws: ``VerificationFailure`` with the code `receipt.attributes`.
    package init(content: [UInt8]) throws(VerificationFailure) {
        var count = 0
        let table = try ReceiptAttributeTable(content[...], path: "", count: &count)
        receiptType = try table.text(0)
        bundleId = try table.requiredText(2, "bundle id")
        bundleIdBytes = try table.bytes(2).map { Array($0) } ?? []
        applicationVersion = try table.text(3)
        opaqueValue = try table.bytes(4).map { Array($0) }
        sha1Hash = try table.bytes(5).map { Array($0) }
        guard let date = try table.date(12) else { throw table.missing(12, "creation date") }
        receiptCreationDate = date
        var purchases: [InAppPurchaseReceipt] = []
        for (place, value) in table.values(17).enumerated() {
            let path = "17[\(place)]."
            purchases.append(
                try InAppPurchaseReceipt(ReceiptAttributeTable(value, path: path, count: &count)))
        }
        inApp = purchases
        originalPurchaseDate = try table.date(18)
        originalApplicationVersion = try table.text(19)
        expirationDate = try table.date(21)
        otherAttributes = table.others(than: AppReceipt.known)
    }

    /// The environment that the kind of receipt belongs to; a kind that is not known stands for itself.
    ///
    /// The kinds of volume purchases are those that the verifyReceipt endpoint was seen to name.
    public var environment: Environment? {
        switch receiptType {
        case nil: nil
        case "Production"?, "ProductionVPP"?: .production
        case "ProductionSandbox"?, "ProductionVPPSandbox"?: .sandbox
        case let other?: Environment(rawValue: other)
        }
    }
}
