package import Entitlements

/// Keeps statements as numbered fields.
///
/// The numbers are part of the format of every store: a new field takes a new number, and the number of a dropped one rests.
package enum StatementCoding {
    /// The statement as it is stored.
    package static func bytes(of statement: Statement) -> [UInt8] {
        var fields = FieldWriter()
        switch statement {
        case .transaction(let transaction): put(transaction, into: &fields)
        case .renewalInfo(let renewal): put(renewal, into: &fields)
        case .storeStatus(let status):
            fields.put(1, status.originalTransactionId)
            fields.put(2, Int64(status.status))
        case .appTransaction(let appTransaction):
            fields.put(1, appTransaction.appTransactionId)
            fields.put(2, appTransaction.originalPurchaseDate)
        case .notification: break
        }
        return fields.bytes
    }

    /// The statement that was stored.
    package static func statement(_ bytes: [UInt8], kind: FactKind) throws(StoredValueDamage) -> Statement {
        let fields = try FieldReader(bytes)
        switch kind {
        case .transaction: return .transaction(try transaction(fields))
        case .renewalInfo: return .renewalInfo(try renewal(fields))
        case .storeStatus:
            return .storeStatus(
                StatusStatement(
                    originalTransactionId: try fields.requiredText(1), status: fields.number(2).map(Int.init) ?? 0))
        case .appTransaction:
            return .appTransaction(
                AppTransactionStatement(
                    appTransactionId: try fields.requiredText(1), originalPurchaseDate: fields.number(2)))
        case .notification: return .notification
        }
    }

    private static func put(_ transaction: TransactionStatement, into fields: inout FieldWriter) {
        fields.put(1, transaction.transactionId)
        fields.put(2, transaction.originalTransactionId)
        fields.put(3, transaction.webOrderLineItemId)
        fields.put(4, transaction.type)
        fields.put(5, transaction.productId)
        fields.put(6, transaction.subscriptionGroupIdentifier)
        fields.put(7, transaction.purchaseDate)
        fields.put(8, transaction.expiresDate)
        fields.put(9, transaction.revocationDate)
        fields.put(10, transaction.revocationPercentage.map(Int64.init))
        fields.put(11, transaction.isUpgraded)
        fields.put(12, transaction.transactionReason)
        fields.put(13, transaction.inAppOwnershipType)
        fields.put(14, transaction.appAccountToken)
        fields.put(15, transaction.appTransactionId)
        fields.put(16, transaction.quantity == 1 ? nil : Int64(transaction.quantity))
    }

    private static func transaction(_ fields: FieldReader) throws(StoredValueDamage) -> TransactionStatement {
        TransactionStatement(
            transactionId: try fields.requiredText(1), originalTransactionId: fields.text(2),
            webOrderLineItemId: fields.text(3), type: fields.text(4), productId: fields.text(5),
            subscriptionGroupIdentifier: fields.text(6), purchaseDate: fields.number(7),
            expiresDate: fields.number(8), revocationDate: fields.number(9),
            revocationPercentage: fields.number(10).map(Int.init), isUpgraded: fields.flag(11),
            transactionReason: fields.text(12), inAppOwnershipType: fields.text(13),
            appAccountToken: fields.text(14), appTransactionId: fields.text(15),
            quantity: fields.number(16).map { Int($0) } ?? 1)
    }

    private static func put(_ renewal: RenewalStatement, into fields: inout FieldWriter) {
        fields.put(1, renewal.originalTransactionId)
        fields.put(2, renewal.productId)
        fields.put(3, renewal.autoRenewProductId)
        fields.put(4, renewal.autoRenewStatus.map(Int64.init))
        fields.put(5, renewal.expirationIntent.map(Int64.init))
        fields.put(6, renewal.isInBillingRetryPeriod)
        fields.put(7, renewal.gracePeriodExpiresDate)
        fields.put(8, renewal.appAccountToken)
        fields.put(9, renewal.appTransactionId)
    }

    private static func renewal(_ fields: FieldReader) throws(StoredValueDamage) -> RenewalStatement {
        RenewalStatement(
            originalTransactionId: try fields.requiredText(1), productId: fields.text(2),
            autoRenewProductId: fields.text(3), autoRenewStatus: fields.number(4).map(Int.init),
            expirationIntent: fields.number(5).map(Int.init), isInBillingRetryPeriod: fields.flag(6),
            gracePeriodExpiresDate: fields.number(7), appAccountToken: fields.text(8),
            appTransactionId: fields.text(9))
    }
}
