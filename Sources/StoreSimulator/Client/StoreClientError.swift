/// Why a call of StoreKit fails.
public enum StoreClientError: Error, Hashable, Sendable {
    /// As StoreKit tells an app: because the store refuses, or because a test wants it.
    case failure(SimulatedFailure)
    /// For a reason that StoreKit has no word for; no app gets there.
    case session(SessionError)

    /// Tells a refusal of the session as StoreKit would, in a call that can fail like that.
    init(_ error: SessionError, refusals: (SimulatorError) -> SimulatedFailure? = { _ in nil }) {
        switch error {
        case .simulated(let failure): self = .failure(failure)
        case .refused(let refusal): self = refusals(refusal).map(Self.failure) ?? .session(error)
        default: self = .session(error)
        }
    }

    /// What StoreKit says when the store refuses a purchase.
    static func purchaseFailure(_ refusal: SimulatorError) -> SimulatedFailure? {
        switch refusal {
        case .invalidQuantity: .purchase(.invalidQuantity)
        case .invalidProductIdentifier, .productUnavailable: .purchase(.productUnavailable)
        case .purchaseNotAllowed: .purchase(.purchaseNotAllowed)
        case .ineligibleForOffer: .purchase(.ineligibleForOffer)
        case .invalidOfferIdentifier: .purchase(.invalidOfferIdentifier)
        case .notAvailableInStorefront: .generic(.notAvailableInStorefront)
        default: nil
        }
    }
}

extension StoreClientError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .failure(let failure): failure.description
        case .session(let error): error.description
        }
    }
}
