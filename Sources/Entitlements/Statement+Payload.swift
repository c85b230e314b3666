public import AppStoreModels
internal import StrictJSON

extension Statement {
    /// Reads what a payload of a kind says, from the bytes that were signed or kept.
    ///
    /// A store status is kept as the text that ``StatusStatement/payload`` gives, together with its line's id. The bytes
    /// of a notification are not read.
    ///
    /// - Parameters:
    ///   - kind: What the payload is about.
    ///   - id: The identifier it was kept under; only a store status needs it.
    ///   - payload: The decoded payload.
    /// - Throws: ``StatementError`` for the first thing that is wrong.
    public init(kind: FactKind, id: String, payload: [UInt8]) throws(StatementError) {
        if kind == .notification {
            self = .notification
            return
        }
        let json: JSONNode
        do { json = try JSONDocument(parsing: payload).root } catch { throw .json(error) }
        let statement: Statement?
        do {
            switch kind {
            case .transaction: statement = Statement(try JWSTransactionDecodedPayload(json))
            case .renewalInfo: statement = Statement(try JWSRenewalInfoDecodedPayload(json))
            case .appTransaction: statement = Statement(try AppTransaction(json))
            case .storeStatus, .notification: statement = StatusStatement(json, line: id).map(Statement.storeStatus)
            }
        } catch { throw .schema(error) }
        guard let statement else { throw kind == .storeStatus ? .statusMissing : .identityMissing(kind) }
        self = statement
    }

    /// What a transaction says; `nil` when it has no transaction id.
    public init?(_ payload: JWSTransactionDecodedPayload) {
        guard let id = payload.transactionId, !id.isEmpty else { return nil }
        self = .transaction(
            TransactionStatement(
                transactionId: id, originalTransactionId: payload.originalTransactionId,
                webOrderLineItemId: payload.webOrderLineItemId, type: payload.type?.rawValue,
                productId: payload.productId, subscriptionGroupIdentifier: payload.subscriptionGroupIdentifier,
                purchaseDate: payload.purchaseDate?.milliseconds, expiresDate: payload.expiresDate?.milliseconds,
                revocationDate: payload.revocationDate?.milliseconds,
                revocationPercentage: payload.revocationPercentage.map { Int(clamping: $0) }
                    ?? Statement.refundedShare(payload),
                isUpgraded: payload.isUpgraded ?? false, transactionReason: payload.transactionReason?.rawValue,
                inAppOwnershipType: payload.inAppOwnershipType?.rawValue, appAccountToken: payload.appAccountToken,
                appTransactionId: payload.appTransactionId,
                quantity: payload.quantity.map { Int(clamping: max($0, 0)) } ?? 1))
    }

    /// The share of a prorated refund of Advanced Commerce, which states amounts per item and no percentage.
    ///
    /// Always less than the whole: that is what its type says, whatever the amounts are.
    private static func refundedShare(_ payload: JWSTransactionDecodedPayload) -> Int? {
        guard payload.revocationType == .refundProrated, let info = payload.advancedCommerceInfo else { return nil }
        let most: Int64 = 99_999
        let items = info.items ?? []
        guard let price = sum(items.map { $0.price ?? 0 }), price > 0,
            let refunded = sum(items.flatMap { $0.refunds ?? [] }.map { $0.refundAmount ?? 0 })
        else { return Int(most) }
        let (scaled, isTooLarge) = refunded.multipliedReportingOverflow(by: 100_000)
        return Int(isTooLarge ? most : min(max(scaled / price, 0), most))
    }

    /// The sum, unless it is too large.
    private static func sum(_ amounts: [Int64]) -> Int64? {
        var sum: Int64 = 0
        for amount in amounts {
            let (next, isTooLarge) = sum.addingReportingOverflow(amount)
            if isTooLarge { return nil }
            sum = next
        }
        return sum
    }

    /// What a renewal info says; `nil` when it names no line.
    public init?(_ payload: JWSRenewalInfoDecodedPayload) {
        guard let line = payload.originalTransactionId, !line.isEmpty else { return nil }
        self = .renewalInfo(
            RenewalStatement(
                originalTransactionId: line, productId: payload.productId,
                autoRenewProductId: payload.autoRenewProductId, autoRenewStatus: payload.autoRenewStatus?.rawValue,
                expirationIntent: payload.expirationIntent?.rawValue,
                isInBillingRetryPeriod: payload.isInBillingRetryPeriod ?? false,
                gracePeriodExpiresDate: payload.gracePeriodExpiresDate?.milliseconds,
                appAccountToken: payload.appAccountToken, appTransactionId: payload.appTransactionId))
    }

    /// What an app transaction says; `nil` when it has no app transaction id, as before iOS 18.4.
    public init?(_ payload: AppTransaction) {
        guard let id = payload.appTransactionId, !id.isEmpty else { return nil }
        self = .appTransaction(
            AppTransactionStatement(
                appTransactionId: id, originalPurchaseDate: payload.originalPurchaseDate?.milliseconds))
    }
}
