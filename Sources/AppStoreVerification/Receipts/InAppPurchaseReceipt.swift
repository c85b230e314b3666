public import AppStoreModels

/// One purchase in an app receipt.
public struct InAppPurchaseReceipt: Hashable, Sendable {
    /// How many were bought (attribute 1701).
    public let quantity: Int64?
    /// The product (attribute 1702).
    public let productId: String
    /// The transaction (attribute 1703).
    public let transactionId: String
    /// When it was bought, restored or renewed (attribute 1704).
    public let purchaseDate: Timestamp?
    /// The transaction that the line of purchases began with (attribute 1705); Xcode leaves it out.
    public let originalTransactionId: String?
    /// When that was (attribute 1706).
    public let originalPurchaseDate: Timestamp?
    /// When the period of a subscription ends (attribute 1708).
    public let expiresDate: Timestamp?
    /// The period of a subscription (attribute 1711); `0` where there is none.
    public let webOrderLineItemId: String?
    /// When it was taken back (attribute 1712).
    public let cancellationDate: Timestamp?
    /// Whether an introductory price was paid (attribute 1719).
    public let isInIntroOfferPeriod: Bool?
    /// All other attributes, as they came.
    public let otherAttributes: [ReceiptAttribute]

    private static let known: Set<Int64> = [1701, 1702, 1703, 1704, 1705, 1706, 1708, 1711, 1712, 1719]

    init(_ table: ReceiptAttributeTable) throws(VerificationFailure) {
        quantity = try table.integer(1701)
        productId = try table.requiredText(1702, "product id for a purchase")
        transactionId = try table.requiredText(1703, "transaction id for a purchase")
        purchaseDate = try table.date(1704)
        originalTransactionId = try table.text(1705)
        originalPurchaseDate = try table.date(1706)
        expiresDate = try table.date(1708)
        webOrderLineItemId = try table.integer(1711).map(String.init)
        cancellationDate = try table.date(1712)
        isInIntroOfferPeriod = try table.integer(1719).map { $0 != 0 }
        otherAttributes = table.others(than: InAppPurchaseReceipt.known)
    }
}
