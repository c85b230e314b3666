public import AppStoreModels

/// A verified notification with the payloads that are signed inside it.
public struct VerifiedNotification: Sendable {
    /// The notification itself.
    public let notification: Verified<ResponseBodyV2DecodedPayload>
    /// `data.signedTransactionInfo`.
    public let transaction: Verified<JWSTransactionDecodedPayload>?
    /// `data.signedRenewalInfo`.
    public let renewalInfo: Verified<JWSRenewalInfoDecodedPayload>?
    /// `appData.signedAppTransactionInfo`.
    public let appTransaction: Verified<AppTransaction>?
    /// Why a payload inside could not be verified, with its path; nothing inside may be used then.
    public let nestedFailure: VerificationFailure?

    init(
        notification: Verified<ResponseBodyV2DecodedPayload>,
        transaction: Verified<JWSTransactionDecodedPayload>? = nil,
        renewalInfo: Verified<JWSRenewalInfoDecodedPayload>? = nil,
        appTransaction: Verified<AppTransaction>? = nil, nestedFailure: VerificationFailure? = nil
    ) {
        self.notification = notification
        self.transaction = transaction
        self.renewalInfo = renewalInfo
        self.appTransaction = appTransaction
        self.nestedFailure = nestedFailure
    }
}
