public import AppStoreModels
public import JWS

/// A verified payload of any kind.
public enum VerifiedPayload: Sendable {
    case notification(VerifiedNotification)
    case transaction(Verified<JWSTransactionDecodedPayload>)
    case renewalInfo(Verified<JWSRenewalInfoDecodedPayload>)
    case appTransaction(Verified<AppTransaction>)
    case realtimeRequest(Verified<DecodedRealtimeRequestBody>)

    /// Which kind it is.
    public var kind: PayloadKind {
        switch self {
        case .notification: .notification
        case .transaction: .transaction
        case .renewalInfo: .renewalInfo
        case .appTransaction: .appTransaction
        case .realtimeRequest: .realtimeRequest
        }
    }

    /// The environment it was signed for, where it names one.
    public var environment: Environment? {
        switch self {
        case .notification(let held): held.notification.environment
        case .transaction(let held): held.environment
        case .renewalInfo(let held): held.environment
        case .appTransaction(let held): held.environment
        case .realtimeRequest(let held): held.environment
        }
    }

    /// The JWS that it came in.
    public var jws: CompactJWS {
        switch self {
        case .notification(let held): held.notification.jws
        case .transaction(let held): held.jws
        case .renewalInfo(let held): held.jws
        case .appTransaction(let held): held.jws
        case .realtimeRequest(let held): held.jws
        }
    }

    /// The path that its signature was trusted by.
    public var chain: VerifiedChain {
        switch self {
        case .notification(let held): held.notification.chain
        case .transaction(let held): held.chain
        case .renewalInfo(let held): held.chain
        case .appTransaction(let held): held.chain
        case .realtimeRequest(let held): held.chain
        }
    }

    /// Why a payload inside a notification could not be verified; `nil` when all is well.
    public var nestedFailure: VerificationFailure? {
        guard case .notification(let held) = self else { return nil }
        return held.nestedFailure
    }
}
