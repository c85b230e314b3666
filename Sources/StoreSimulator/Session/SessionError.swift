public import JWS
public import OpenSSLCrypto

/// Why a session cannot do what it is asked.
public enum SessionError: Error, Hashable, Sendable {
    /// The store refuses.
    case refused(SimulatorError)
    /// The purchase waits for approval, or for the customer to resolve an issue.
    case pending(PendingPurchase)
    /// The call fails because the test asked for it.
    case simulated(SimulatedFailure)
    /// The configuration file cannot be used.
    case configuration(String)
    /// The session's certificates cannot be made.
    case certificates(OpenSSLError)
    /// A payload cannot be signed.
    case signing(JWSError)
}

extension SessionError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .refused(let error): error.description
        case .pending(let purchase):
            switch purchase.reason {
            case .askToBuy: "purchase \(purchase.id) waits for approval"
            case .interrupted: "purchase \(purchase.id) waits for its issue to be resolved"
            }
        case .simulated(let failure): "simulated error: \(failure)"
        case .configuration(let reason): reason
        case .certificates(let error): "the session's certificates cannot be made: \(error)"
        case .signing(let error): "a payload cannot be signed: \(error)"
        }
    }
}
