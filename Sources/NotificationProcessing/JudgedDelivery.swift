internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import JWS
internal import OpenSSLCrypto

/// An input after verification: what the store is to keep, and what is to be said of it.
struct JudgedDelivery: Sendable {
    /// What is to be kept; nil when the same input must come again.
    let submission: Submission?
    private(set) var report: ProcessingReport

    /// The report, completed by what the store did.
    func report(with result: CommitResult) -> ProcessingReport {
        var report = report
        report.outcome = result.outcome
        report.isFlagged = result.isFlagged
        return report
    }

    /// An input that was not verified.
    init(
        rejected body: [UInt8], _ failure: VerificationFailure, label: String? = nil, at receivedAt: Int64,
        from source: DeliverySource
    ) {
        submission = .rejected(
            RejectedInput(
                body: body, code: failure.code.rawValue, message: failure.message, label: label,
                receivedAt: receivedAt, source: source))
        report = ProcessingReport(failure: failure, label: label)
    }

    /// A verified input of which nobody can say now whether its signers were revoked.
    init(postponed failure: VerificationFailure, _ payload: VerifiedPayload) {
        submission = nil
        var summary = ProcessingReport.Summary()
        if case .notification(let notification) = payload { summary = .init(outer: notification) }
        report = ProcessingReport(failure: failure, summary: summary)
    }

    /// A verified notification of which nothing is merged.
    init(
        quarantined verified: VerifiedNotification, _ failure: VerificationFailure, at receivedAt: Int64,
        from source: DeliverySource
    ) {
        let outer = verified.notification
        report = ProcessingReport(failure: failure, summary: .init(outer: verified))
        submission = .quarantined(
            QuarantinedDelivery(
                scope: AppScope(outer), notification: NotificationHeader(outer), text: outer.signedText,
                failure: DeliveryFailure(code: failure.code.rawValue, path: failure.path, message: failure.message),
                receivedAt: receivedAt, source: source))
    }

    /// A notification that was verified, and everything inside it.
    init(_ verified: VerifiedNotification, at receivedAt: Int64, from source: DeliverySource) {
        let outer = verified.notification
        let scope = AppScope(outer)
        let header = NotificationHeader(outer)
        report = ProcessingReport(summary: .init(verified))
        let facts = verified.facts(in: scope, date: header.signedDate)
        submission = .verified(
            VerifiedDelivery(
                scope: scope, notification: header, text: outer.signedText, facts: facts,
                hasPurchaseFact: facts.contains { $0.version.identity.kind.isAboutPurchases }, receivedAt: receivedAt,
                source: source))
    }

    /// A verified transaction that came by itself.
    init(_ verified: Verified<JWSTransactionDecodedPayload>, at receivedAt: Int64, from source: DeliverySource) {
        let scope = AppScope(verified)
        self.init(verified, scope, verified.fact(in: scope, date: 0), at: receivedAt, from: source)
        report.summary.add(verified.payload)
    }

    /// A verified renewal info that came by itself, about an app that somebody else names.
    init(
        _ verified: Verified<JWSRenewalInfoDecodedPayload>, bundleId: String, at receivedAt: Int64,
        from source: DeliverySource
    ) {
        var scope = AppScope(verified)
        scope.bundleId = bundleId
        self.init(verified, scope, verified.fact(in: scope, date: 0), at: receivedAt, from: source)
        report.summary.originalTransactionId = verified.payload.originalTransactionId
    }

    /// A verified app transaction that came by itself.
    init(_ verified: Verified<AppTransaction>, at receivedAt: Int64, from source: DeliverySource) {
        let scope = AppScope(verified)
        self.init(verified, scope, verified.fact(in: scope, date: 0), at: receivedAt, from: source)
    }

    private init<Payload: AppStorePayload>(
        _ verified: Verified<Payload>, _ scope: AppScope, _ fact: StoredVersion?, at receivedAt: Int64,
        from source: DeliverySource
    ) {
        submission = .verified(
            VerifiedDelivery(
                scope: scope, notification: nil, text: verified.signedText, facts: fact.map { [$0] } ?? [],
                hasPurchaseFact: fact?.version.identity.kind.isAboutPurchases ?? false, receivedAt: receivedAt,
                source: source))
        report = ProcessingReport(
            summary: .init(
                environment: verified.environment?.rawValue, bundleId: scope.bundleId,
                signedDate: verified.signedDate?.milliseconds))
    }
}

extension NotificationHeader {
    fileprivate init(_ outer: Verified<ResponseBodyV2DecodedPayload>) {
        self.init(
            uuid: outer.payload.notificationUUID, type: outer.payload.notificationType.rawValue,
            subtype: outer.payload.subtype?.rawValue, signedDate: outer.signedDate?.milliseconds ?? 0,
            digest: outer.factDigest)
    }
}

extension ProcessingReport.Summary {
    /// Everything of a notification.
    fileprivate init(_ verified: VerifiedNotification) {
        self.init(outer: verified)
        if let transaction = verified.transaction?.payload { add(transaction) }
    }

    /// What the notification itself says; nobody vouches for what is inside.
    fileprivate init(outer verified: VerifiedNotification) {
        let outer = verified.notification
        self.init(
            notificationUUID: outer.payload.notificationUUID, type: outer.payload.notificationType.rawValue,
            subtype: outer.payload.subtype?.rawValue, environment: outer.environment?.rawValue,
            bundleId: outer.bundleId, signedDate: outer.signedDate?.milliseconds)
    }

    fileprivate mutating func add(_ transaction: JWSTransactionDecodedPayload) {
        productId = transaction.productId
        originalTransactionId = transaction.originalTransactionId
        transactionId = transaction.transactionId
        appAccountToken = transaction.appAccountToken
    }
}
