package import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

/// Why the App Store Server API refuses: Apple's number, and a sentence for people.
package struct ServerAPIFailure: Error, Hashable, Sendable {
    /// Apple's number.
    package var code: ServerAPIErrorCode
    /// One sentence.
    package var message: String

    /// Names a failure.
    package init(_ code: ServerAPIErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The answer: the status is the number's first three digits.
    package var answer: ServiceAnswer {
        ServiceAnswer(
            status: code.httpStatus,
            json: ["errorCode": .integer(code.rawValue), "errorMessage": .string(message)])
    }

    /// Puts what a session refuses into Apple's numbers, where it has one.
    init(_ error: SessionError) {
        guard case .refused(let refusal) = error else {
            self.init(.generalInternal, "An unknown error occurred: \(error.description).")
            return
        }
        let code: ServerAPIErrorCode =
            switch refusal {
            case .noTransactionFound: .transactionIdNotFound
            case .noSubscriptionFound: .originalTransactionIdNotFound
            case .invalidProductIdentifier, .invalidProductType: .invalidProductId
            case .invalidExtendByDays: .invalidExtendByDays
            case .invalidRequestIdentifier: .invalidRequestIdentifier
            case .subscriptionExtensionIneligible: .subscriptionExtensionIneligible
            case .subscriptionMaxExtension: .subscriptionMaxExtension
            case .familySharedSubscriptionExtensionIneligible: .familySharedSubscriptionExtensionIneligible
            case .familyTransactionNotSupported: .familyTransactionNotSupported
            case .invalidAppAccountToken: .invalidAppAccountTokenUUID
            case .notAvailableInStorefront: .invalidStorefrontCountryCode
            default: .generalBadRequest
            }
        self.init(code, "The request is refused: \(refusal.description).")
    }
}
