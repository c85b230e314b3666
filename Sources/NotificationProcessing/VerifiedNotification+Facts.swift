package import AppStoreModels
package import AppStoreVerification
package import EntitlementStorage
package import Entitlements
internal import JWS
internal import OpenSSLCrypto

extension Verified {
    /// The digest that versions of facts are told apart by.
    package var factDigest: FactDigest {
        // Both are 32 bytes, so there always is one.
        FactDigest(bytes: payloadDigest.bytes) ?? .zero
    }

    /// The text, in the parts that the store keeps.
    package var signedText: SignedText {
        SignedText(headerSegment: Array(jws.headerSegment), payload: jws.payload, signature: jws.signature)
    }
}

extension AppScope {
    /// The scope that a verified payload speaks for; Xcode's ids restart at every reset, so its certificate is a part.
    package init<Payload: AppStorePayload>(_ verified: Verified<Payload>) {
        self.init(
            environment: verified.environment?.rawValue ?? "", bundleId: verified.bundleId ?? "",
            realm: verified.xcodeCertificate?.fingerprint.hexadecimal ?? "")
    }
}

extension FactKind {
    /// Whether a fact of this kind is about a purchase, so that an entitlement may depend on it.
    var isAboutPurchases: Bool {
        switch self {
        case .transaction, .renewalInfo, .storeStatus: true
        case .appTransaction, .notification: false
        }
    }
}

extension VerifiedNotification {
    /// The signed statements inside, as versions of facts; those without a date of their own take the notification's.
    func facts(in scope: AppScope, date: Int64) -> [StoredVersion] {
        var facts: [StoredVersion] = []
        if let transaction, let fact = transaction.fact(in: scope, date: date) { facts.append(fact) }
        if let renewalInfo, let fact = renewalInfo.fact(in: scope, date: date) { facts.append(fact) }
        if let appTransaction, let fact = appTransaction.fact(in: scope, date: date) { facts.append(fact) }
        if let status = notification.payload.data?.status, let line = lineId {
            facts.append(
                StoredVersion(
                    version: FactVersion(
                        status: StatusStatement(originalTransactionId: line, status: status.rawValue), scope: scope,
                        notificationDate: date, notificationDigest: notification.factDigest),
                    text: nil))
        }
        return facts
    }

    /// The line that the status in the notification is about.
    private var lineId: String? {
        if let renewalInfo, let line = renewalInfo.payload.originalTransactionId { return line }
        return transaction?.payload.originalTransactionId ?? transaction?.payload.transactionId
    }
}

extension Verified<JWSTransactionDecodedPayload> {
    /// The statement as a version of a fact; nil without an id.
    package func fact(in scope: AppScope, date: Int64) -> StoredVersion? {
        FactVersion(payload, scope: scope, digest: factDigest, enclosingDate: date)
            .map { StoredVersion(version: $0, text: signedText) }
    }
}

extension Verified<JWSRenewalInfoDecodedPayload> {
    /// The statement as a version of a fact; nil without a line.
    package func fact(in scope: AppScope, date: Int64) -> StoredVersion? {
        FactVersion(payload, scope: scope, digest: factDigest, enclosingDate: date)
            .map { StoredVersion(version: $0, text: signedText) }
    }
}

extension Verified<AppTransaction> {
    func fact(in scope: AppScope, date: Int64) -> StoredVersion? {
        FactVersion(payload, scope: scope, digest: factDigest, enclosingDate: date)
            .map { StoredVersion(version: $0, text: signedText) }
    }
}
