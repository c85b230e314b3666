/// Whether a device believes what the store signed, under the name of StoreKit's type.
///
/// The simulator's own signatures always hold; a test makes them fail by an error for ``SimulatedAPI/verification``.
public enum VerificationResult<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The device believes it.
    case verified(SignedValue<Value>)
    /// The device does not believe it, and an app must not give anything for it.
    case unverified(SignedValue<Value>, SimulatedFailure.VerificationError)

    /// The value, whether it is believed or not.
    package var storedValue: Value {
        switch self {
        case .verified(let signed), .unverified(let signed, _): signed.value
        }
    }

    /// The compact JWS, whether it is believed or not.
    public var jwsRepresentation: String {
        switch self {
        case .verified(let signed), .unverified(let signed, _): signed.jwsRepresentation
        }
    }

    /// The value, if it is believed.
    public var payloadValue: Value {
        get throws(SimulatedFailure.VerificationError) {
            switch self {
            case .verified(let signed): return signed.value
            case .unverified(_, let error): throw error
            }
        }
    }
}

extension SimulatedFailure.VerificationError: Error {}
