internal import AppStoreModels
internal import JWS
internal import OpenSSLCrypto

extension VerificationRun {
    /// A notification, and what is signed inside it.
    mutating func notification(
        _ signed: SignedObject, wanted: PayloadKind?
    ) throws(VerificationFailure) -> VerifiedNotification {
        let payload: ResponseBodyV2DecodedPayload = try payload(signed, wanted: wanted)
        try judgeSignedDate(payload.signedDate, of: signed.chain)
        let environment = try judge(identity(of: payload), trust: signed.chain.trust)
        let notification = Verified(
            payload: payload, jws: signed.jws, chain: signed.chain, environment: environment,
            bundleId: payload.bundleId, signedDate: payload.signedDate)
        do {
            return try nested(in: notification)
        } catch {
            return VerifiedNotification(notification: notification, nestedFailure: error)
        }
    }

    /// Who the notification says it is for.
    ///
    /// A type that is known must say so in its container. One that is not goes by its container like any other; what
    /// has no container that is known says nothing, and cannot grant anything either.
    private func identity(of payload: ResponseBodyV2DecodedPayload) -> ClaimedIdentity {
        let isKnown = NotificationType.known.contains(payload.notificationType)
        let hasContainer = payload.container != nil
        return ClaimedIdentity(
            bundleId: payload.bundleId, namesApp: hasContainer || isKnown, appAppleId: payload.appAppleId,
            namesAppleId: hasContainer, environment: payload.environment, needsEnvironment: hasContainer)
    }

    private mutating func nested(
        in outer: Verified<ResponseBodyV2DecodedPayload>
    ) throws(VerificationFailure) -> VerifiedNotification {
        let data = outer.payload.data
        let transaction: Verified<JWSTransactionDecodedPayload>? = try nested(
            data?.signedTransactionInfo, at: "data.signedTransactionInfo", in: outer)
        let renewalInfo: Verified<JWSRenewalInfoDecodedPayload>? = try nested(
            data?.signedRenewalInfo, at: "data.signedRenewalInfo", in: outer,
            line: transaction?.payload.originalTransactionId ?? transaction?.payload.transactionId)
        let appTransaction: Verified<AppTransaction>? = try nested(
            outer.payload.appData?.signedAppTransactionInfo, at: "appData.signedAppTransactionInfo", in: outer)
        return VerifiedNotification(
            notification: outer, transaction: transaction, renewalInfo: renewalInfo, appTransaction: appTransaction)
    }

    private mutating func nested<Payload: AppStorePayload>(
        _ text: String?, at path: String, in outer: Verified<ResponseBodyV2DecodedPayload>, line: String? = nil
    ) throws(VerificationFailure) -> Verified<Payload>? {
        guard let text else { return nil }
        ladder.path = path
        defer {
            ladder.finish(FailureCode.ladder.filter { !$0.rawValue.hasPrefix("app.") } + [.nestedMismatch])
            ladder.path = nil
        }
        do {
            return try climbNested(Array(text.utf8), in: outer, line: line)
        } catch {
            // For an explanation the next payload inside is looked at all the same.
            guard ladder.isExplaining else { throw error.at(path) }
            return nil
        }
    }

    private mutating func climbNested<Payload: AppStorePayload>(
        _ bytes: [UInt8], in outer: Verified<ResponseBodyV2DecodedPayload>, line: String?
    ) throws(VerificationFailure) -> Verified<Payload> {
        let signed = try openSigned(bytes)
        let found = try kind(of: signed, wanted: Payload.kind)
        guard found == Payload.kind else {
            return try ladder.climb([.payloadKind]) { () throws(VerificationFailure) in
                throw VerificationFailure(
                    .payloadKind, "the payload is of another kind", expected: Payload.kind.rawValue,
                    got: found.rawValue)
            }
        }
        let payload: Payload = try payload(signed, wanted: Payload.kind)
        try judgeSignedDate(payload.signedDate ?? outer.signedDate, of: signed.chain)
        try requireAgreement(of: payload, chain: signed.chain, with: outer, line: line)
        return Verified(
            payload: payload, jws: signed.jws, chain: signed.chain,
            environment: payload.environment ?? outer.environment, bundleId: payload.bundleId ?? outer.bundleId,
            signedDate: payload.signedDate ?? outer.signedDate)
    }

    /// Inner and outer payload must speak of one app, one environment and one line: each signature is genuine, but
    /// nobody signed the pair.
    private mutating func requireAgreement<Payload: AppStorePayload>(
        of payload: Payload, chain: VerifiedChain, with outer: Verified<ResponseBodyV2DecodedPayload>, line: String?
    ) throws(VerificationFailure) {
        // Xcode's certificate vouches for one environment only, whether the payload names it or not.
        let environment = payload.environment ?? (chain.isXcode ? .xcode : nil)
        try agree("environment", outer.environment?.rawValue, environment?.rawValue, isNeeded: true)
        try agree("bundle id", outer.bundleId, payload.bundleId, isNeeded: Payload.namesApp)
        try agree("Apple id", outer.payload.appAppleId.map(String.init), payload.appAppleId.map(String.init))
        try agree("signer", outer.chain.signer, chain.signer)
        let ownLine = (payload as? JWSRenewalInfoDecodedPayload)?.originalTransactionId
        try agree("originalTransactionId", line, ownLine)
    }

    /// Compares one claim; where it is needed, silence of one side is no agreement.
    ///
    /// A payload inside that is silent would be refused for it alone. Where the notification is silent, what is inside
    /// would be kept under no app at all, and part from what a client sends of the same purchase.
    private mutating func agree(
        _ what: String, _ outer: String?, _ inner: String?, isNeeded: Bool = false
    ) throws(VerificationFailure) {
        guard let outer, let inner else {
            let silent = outer == nil ? "the notification" : "a payload inside"
            return try ladder.require(
                !isNeeded || (outer == nil && inner == nil),
                or: VerificationFailure(
                    .nestedMismatch, "\(silent) does not name the \(what)", expected: outer ?? "none",
                    got: inner ?? "none",
                    hint: "the App Store names it in every payload: do not use this notification"))
        }
        try ladder.require(
            outer.utf8.elementsEqual(inner.utf8),
            or: VerificationFailure(
                .nestedMismatch, "a payload inside disagrees with the one around it on the \(what)",
                expected: outer, got: inner,
                hint: "each is signed, but they do not belong together: do not use this notification"))
    }
}

extension VerifiedChain {
    /// Who vouches: the App Store, or one installation of Xcode, whose data never mixes with that of another.
    fileprivate var signer: String {
        guard isXcode, let certificate = certificates.first else { return "App Store" }
        return "Xcode's \(certificate.fingerprint.hexadecimal)"
    }
}
