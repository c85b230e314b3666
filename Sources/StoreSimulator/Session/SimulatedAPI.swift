/// The calls of StoreKit that a test can make fail.
public enum SimulatedAPI: String, Hashable, CaseIterable, Sendable {
    /// Loading products.
    case loadProducts
    /// Buying.
    case purchase
    /// Verifying what was signed.
    case verification
    /// Synchronizing purchases with the App Store.
    case appStoreSync
    /// Asking for a subscription's status.
    case subscriptionStatus
    /// Asking for the app transaction.
    case appTransaction
    /// Showing the sheet to manage subscriptions.
    case manageSubscriptions
    /// Requesting a refund.
    case refundRequest
    /// Redeeming an offer code.
    case offerCodeRedeem
}

/// How such a call fails, in StoreKit's words.
public enum SimulatedFailure: Hashable, Sendable {
    /// An error that any call but verification can have.
    case generic(StoreKitError)
    /// An error of a purchase.
    case purchase(PurchaseError)
    /// An error of a refund request.
    case refundRequest(RefundRequestError)
    /// An error of verification.
    case verification(VerificationError)

    /// Errors of `StoreKitError`.
    public enum StoreKitError: String, Hashable, CaseIterable, Sendable {
        /// The network failed.
        case networkError
        /// The system failed.
        case systemError
        /// The customer stopped it.
        case userCancelled
        /// The product is not sold in the customer's storefront.
        case notAvailableInStorefront
        /// The app lacks an entitlement.
        case notEntitled
        /// The call is not supported.
        case unsupported
        /// Nobody knows.
        case unknown
    }

    /// Errors of `Product.PurchaseError`.
    public enum PurchaseError: String, Hashable, CaseIterable, Sendable {
        /// The customer may not use the offer.
        case ineligibleForOffer
        /// There is no such offer.
        case invalidOfferIdentifier
        /// The offer's price is wrong.
        case invalidOfferPrice
        /// The offer's signature is wrong.
        case invalidOfferSignature
        /// So many cannot be bought.
        case invalidQuantity
        /// Something about the offer is missing.
        case missingOfferParameters
        /// The product is not for sale.
        case productUnavailable
        /// The customer may not buy.
        case purchaseNotAllowed
    }

    /// Errors of `Transaction.RefundRequestError`.
    public enum RefundRequestError: String, Hashable, CaseIterable, Sendable {
        /// A request was made before.
        case duplicateRequest
        /// The request failed.
        case failed
    }

    /// Errors of `VerificationResult.VerificationError`.
    public enum VerificationError: String, Hashable, CaseIterable, Sendable {
        /// The chain is invalid.
        case invalidCertificateChain
        /// The payload is for another device.
        case invalidDeviceVerification
        /// The encoding is invalid.
        case invalidEncoding
        /// The signature is invalid.
        case invalidSignature
        /// A property is missing.
        case missingRequiredProperties
        /// A certificate was revoked.
        case revokedCertificate
    }
}

extension SimulatedFailure {
    /// Whether a call can fail like this.
    public func isPossible(for api: SimulatedAPI) -> Bool {
        switch self {
        case .generic: api != .verification
        case .purchase: api == .purchase
        case .refundRequest: api == .refundRequest
        case .verification: api == .verification
        }
    }
}

extension SimulatedFailure: CustomStringConvertible {
    /// The error's name.
    public var description: String {
        switch self {
        case .generic(let error): error.rawValue
        case .purchase(let error): error.rawValue
        case .refundRequest(let error): error.rawValue
        case .verification(let error): error.rawValue
        }
    }
}
