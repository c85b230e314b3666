internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage

/// An input and what the verifier found, with all that is needed to keep it either way.
struct Judgement: Sendable {
    /// What is kept when the input is rejected.
    let whole: [UInt8]
    /// When it came, in milliseconds since 1970.
    let receivedAt: Int64
    /// How it came.
    let source: DeliverySource
    /// What it is, when it is something known other than a notification.
    var label: String?
    /// The app that somebody else says it is about, where it cannot say so itself.
    var bundleId: String?
    /// What was verified, or the first check that failed.
    var result: Result<VerifiedPayload, VerificationFailure>

    /// The delivery that comes of it, once it is known what is to be thought of the certificates.
    func delivery(_ revocation: RevocationReport? = nil) -> JudgedDelivery {
        switch result {
        case .failure(let failure): return rejected(failure)
        case .success(let payload):
            guard let failure = revocation?.failure else { return delivery(of: payload) }
            if revocation?.isTemporary == true { return JudgedDelivery(postponed: failure, payload) }
            return delivery(of: payload, doubted: failure)
        }
    }

    private func rejected(_ failure: VerificationFailure) -> JudgedDelivery {
        JudgedDelivery(rejected: whole, failure, label: label, at: receivedAt, from: source)
    }

    private func delivery(of payload: VerifiedPayload) -> JudgedDelivery {
        switch payload {
        case .notification(let notification):
            if let failure = notification.nestedFailure {
                JudgedDelivery(quarantined: notification, failure, at: receivedAt, from: source)
            } else {
                JudgedDelivery(notification, at: receivedAt, from: source)
            }
        case .transaction(let transaction): JudgedDelivery(transaction, at: receivedAt, from: source)
        case .renewalInfo(let renewalInfo):
            JudgedDelivery(renewalInfo, bundleId: bundleId ?? "", at: receivedAt, from: source)
        case .appTransaction(let appTransaction): JudgedDelivery(appTransaction, at: receivedAt, from: source)
        case .realtimeRequest:
            // The verifier was asked for one of the other kinds.
            rejected(
                VerificationFailure(.payloadKind, "the payload is of another kind", got: payload.kind.rawValue))
        }
    }

    /// A notification is kept in quarantine unless its own signer was revoked: then nobody knows who wrote it.
    private func delivery(of payload: VerifiedPayload, doubted failure: VerificationFailure) -> JudgedDelivery {
        guard case .notification(let notification) = payload,
            failure.path != nil || failure.code == .revocationUnknown
        else { return rejected(failure) }
        return JudgedDelivery(quarantined: notification, failure, at: receivedAt, from: source)
    }
}
