internal import StoreCore
internal import StoreSimulator

extension StoreBackendError {
    /// Tells a failure of StoreKit apart by whether asking again can help.
    init(_ error: StoreClientError) {
        switch error {
        case .failure(.generic(.networkError)), .failure(.generic(.systemError)), .failure(.generic(.unknown)):
            self = .unavailable(reason: error.description)
        case .failure, .session: self = .refused(reason: error.description)
        }
    }
}
