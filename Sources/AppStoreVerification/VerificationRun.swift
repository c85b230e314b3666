internal import AppStoreModels
internal import JWS
internal import OpenSSLCrypto
internal import StrictJSON

/// One climb of one input, with the clock read once.
struct VerificationRun {
    let verifier: SignedDataVerifier
    let now: Int64
    var ladder: CheckLadder

    init(verifier: SignedDataVerifier, now: Int64, isExplaining: Bool) {
        self.verifier = verifier
        self.now = now
        ladder = CheckLadder(isExplaining: isExplaining)
    }

    var configuration: VerifierConfiguration { verifier.configuration }

    mutating func verify(
        _ bytes: [UInt8], as wanted: PayloadKind?
    ) throws(VerificationFailure) -> VerifiedPayload {
        let signed = try openSigned(bytes)
        switch try kind(of: signed, wanted: wanted) {
        case .notification: return .notification(try notification(signed, wanted: wanted))
        case .transaction: return .transaction(try standalone(signed, wanted: wanted))
        case .renewalInfo: return .renewalInfo(try standalone(signed, wanted: wanted))
        case .appTransaction: return .appTransaction(try standalone(signed, wanted: wanted))
        case .realtimeRequest: return .realtimeRequest(try standalone(signed, wanted: wanted))
        }
    }

    /// What the payload is by its claims; the wish is compared after the schema was checked.
    mutating func kind(of signed: SignedObject, wanted: PayloadKind?) throws(VerificationFailure) -> PayloadKind {
        guard let kind = PayloadKind.detect(signed.json) else {
            return try ladder.climb([.payloadKind]) { () throws(VerificationFailure) in
                throw VerificationFailure(
                    .payloadKind, "the claims are those of no payload that is known",
                    expected: wanted?.rawValue ?? PayloadKind.allCases.map(\.rawValue).joined(separator: ", "),
                    got: "an object with \(VerificationRun.memberNames(signed.json))",
                    hint: "the signature holds; look at the claims with: storekeeper decode")
            }
        }
        return kind
    }

    private static func memberNames(_ json: JSONNode) -> String {
        let names = json.members.prefix(6).map(\.name)
        return names.isEmpty ? "no members" : names.joined(separator: ", ")
    }

    /// Reads the claims as their type says, and compares the kind with the wish.
    mutating func payload<Payload: AppStorePayload>(
        _ signed: SignedObject, wanted: PayloadKind?
    ) throws(VerificationFailure) -> Payload {
        let payload = try ladder.climb([.payloadSchema]) { () throws(VerificationFailure) -> Payload in
            do throws(PayloadSchemaError) {
                return try Payload(signed.json)
            } catch {
                throw VerificationFailure(
                    .payloadSchema, "a claim cannot be accepted: \(error.path.isEmpty ? "the payload" : error.path)",
                    expected: error.expected, got: error.found,
                    hint: "the signature holds, so this came from the signer: keep the input and report it")
            }
        }
        try ladder.climb([.payloadKind]) { () throws(VerificationFailure) in
            guard let wanted, wanted != Payload.kind else { return }
            throw VerificationFailure(
                .payloadKind, "the payload is of another kind", expected: wanted.rawValue, got: Payload.kind.rawValue,
                hint: "give it where a \(Payload.kind.rawValue) is wanted")
        }
        return payload
    }

    /// A payload that stands alone.
    private mutating func standalone<Payload: AppStorePayload>(
        _ signed: SignedObject, wanted: PayloadKind?
    ) throws(VerificationFailure) -> Verified<Payload> {
        let payload: Payload = try payload(signed, wanted: wanted)
        try judgeSignedDate(payload.signedDate, of: signed.chain)
        let identity = ClaimedIdentity(
            bundleId: payload.bundleId, namesApp: Payload.namesApp, appAppleId: payload.appAppleId,
            namesAppleId: Payload.namesAppleId, environment: payload.environment)
        let environment = try judge(identity, trust: signed.chain.trust)
        return Verified(
            payload: payload, jws: signed.jws, chain: signed.chain, environment: environment,
            bundleId: payload.bundleId, signedDate: payload.signedDate)
    }

    /// With the clock `signed` the dates are judged here: now the date is known to be signed by the leaf.
    mutating func judgeSignedDate(
        _ date: Timestamp?, of chain: VerifiedChain
    ) throws(VerificationFailure) {
        guard configuration.clock == .signedDate else { return }
        try ChainPolicy.judgeDates(
            of: chain, at: date?.milliseconds ?? now,
            clock: date == nil ? "now, for want of a signing date" : "signedDate",
            ladder: &ladder)
    }
}

/// What is known to be signed, but not yet read.
struct SignedObject {
    let jws: CompactJWS
    let chain: VerifiedChain
    let json: JSONNode
}
