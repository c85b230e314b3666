internal import AppStoreModels
internal import JWS

/// What a device is given: signed, and judged there.
extension SessionState {
    /// A transaction, signed now.
    func verification(
        of transaction: SimulatedTransaction
    ) throws(SessionError) -> VerificationResult<SimulatedTransaction> {
        judged(SignedValue(transaction, jwsRepresentation: try sign(transaction)))
    }

    /// A subscription, signed now.
    func renewalStatus(of line: SubscriptionLine) throws(SessionError) -> RenewalStatus {
        let renewalInfo = try sign(line.renewalInfo, of: line.customerID)
        return RenewalStatus(
            state: line.status, transaction: try verification(of: line.transaction),
            renewalInfo: judged(SignedValue(line.renewalInfo, jwsRepresentation: renewalInfo)))
    }

    /// A transaction as it was, signed at that moment: signed later, it would count as newer than what came between.
    func verification(of news: DeviceInbox.TransactionNews) -> VerificationResult<SimulatedTransaction> {
        judged(news.transaction) { () throws(JWSError) in
            try signer.sign(news.transaction, signedDate: news.date)
        }
    }

    /// A subscription as it was, signed at that moment.
    func renewalStatus(of news: DeviceInbox.StatusNews) -> RenewalStatus {
        RenewalStatus(
            state: news.status,
            transaction: judged(news.transaction) { () throws(JWSError) in
                try signer.sign(news.transaction, signedDate: news.date)
            },
            renewalInfo: judged(news.renewalInfo) { () throws(JWSError) in
                try signer.sign(news.renewalInfo, signedDate: news.date)
            })
    }

    /// A download of the app that was signed.
    func verification(
        of download: SimulatedAppTransaction
    ) throws(SessionError) -> VerificationResult<SimulatedAppTransaction> {
        judged(SignedValue(download, jwsRepresentation: try sign(download)))
    }

    /// The device's judgement, which a test decides.
    private func judged<Value>(_ signed: SignedValue<Value>) -> VerificationResult<Value> {
        if case .verification(let error) = failures[.verification] { return .unverified(signed, error) }
        return .verified(signed)
    }

    /// The device's judgement in a sequence, which cannot fail: what could not be signed is not believed.
    private func judged<Value>(
        _ value: Value, _ sign: () throws(JWSError) -> String
    ) -> VerificationResult<Value> {
        do throws(JWSError) {
            return judged(SignedValue(value, jwsRepresentation: try sign()))
        } catch {
            return .unverified(SignedValue(value, jwsRepresentation: ""), .invalidSignature)
        }
    }
}
