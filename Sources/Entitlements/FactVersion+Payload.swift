public import AppStoreModels

/// How verified payloads become facts. The caller vouches for scope and digest.
extension FactVersion {
    /// The fact that a transaction states; `nil` when it has no transaction id.
    ///
    /// Without a signed date it takes the enclosing notification's; with none it is dated 0.
    public init?(
        _ payload: JWSTransactionDecodedPayload, scope: AppScope, digest: FactDigest, enclosingDate: Int64? = nil
    ) {
        guard let statement = Statement(payload), let id = payload.transactionId else { return nil }
        self.init(
            identity: FactIdentity(scope: scope, kind: .transaction, id: id),
            date: payload.signedDate?.milliseconds ?? enclosingDate ?? 0, digest: digest, statement: statement)
    }

    /// The fact that a renewal info states; `nil` when it names no line.
    ///
    /// Without a signed date it takes the enclosing notification's; with none it is dated 0. Its payload has no bundle id,
    /// so the scope is the notification's.
    public init?(
        _ payload: JWSRenewalInfoDecodedPayload, scope: AppScope, digest: FactDigest, enclosingDate: Int64? = nil
    ) {
        guard let statement = Statement(payload), let line = payload.originalTransactionId else { return nil }
        self.init(
            identity: FactIdentity(scope: scope, kind: .renewalInfo, id: line),
            date: payload.signedDate?.milliseconds ?? enclosingDate ?? 0, digest: digest, statement: statement)
    }

    /// The fact that an app transaction states; `nil` when it has no app transaction id.
    ///
    /// It is dated by its receipt creation date, else by the enclosing notification, else 0.
    public init?(_ payload: AppTransaction, scope: AppScope, digest: FactDigest, enclosingDate: Int64? = nil) {
        guard let statement = Statement(payload), let id = payload.appTransactionId else { return nil }
        self.init(
            identity: FactIdentity(scope: scope, kind: .appTransaction, id: id),
            date: payload.receiptCreationDate?.milliseconds ?? enclosingDate ?? 0, digest: digest,
            statement: statement)
    }

    /// The fact that a notification's status states about a line; date and digest are the notification's.
    public init(status: StatusStatement, scope: AppScope, notificationDate: Int64?, notificationDigest: FactDigest) {
        self.init(
            identity: FactIdentity(scope: scope, kind: .storeStatus, id: status.originalTransactionId),
            date: notificationDate ?? 0, digest: notificationDigest, statement: .storeStatus(status))
    }

    /// The fact that a notification was sent.
    public init(notificationUUID: String, scope: AppScope, date: Int64?, digest: FactDigest) {
        self.init(
            identity: FactIdentity(scope: scope, kind: .notification, id: notificationUUID), date: date ?? 0,
            digest: digest, statement: .notification)
    }
}
