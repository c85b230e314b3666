public import AppStoreModels
internal import StrictJSON

/// By how much the renewal date of one subscription is moved, and why.
public struct ExtendRenewalDateRequest: Hashable, Sendable {
    /// How many days, from 1 to 90.
    public var extendByDays: Int
    /// Why.
    public var extendReasonCode: ExtendReasonCode
    /// The request's own identifier, 1 to 128 characters; notifications about it name it.
    public var requestIdentifier: String

    /// Describes an extension.
    public init(extendByDays: Int, extendReasonCode: ExtendReasonCode, requestIdentifier: String) {
        self.extendByDays = extendByDays
        self.extendReasonCode = extendReasonCode
        self.requestIdentifier = requestIdentifier
    }

    func members() throws(ServerAPIError) -> [(String, JSONValue?)] {
        guard (1...90).contains(extendByDays) else {
            throw .invalidRequest(RequestMistake("extendByDays", "is not from 1 to 90"))
        }
        guard (1...128).contains(requestIdentifier.unicodeScalars.count) else {
            throw .invalidRequest(RequestMistake("requestIdentifier", "does not have 1 to 128 characters"))
        }
        return [
            ("extendByDays", .integer(extendByDays)), ("extendReasonCode", .integer(extendReasonCode.rawValue)),
            ("requestIdentifier", .string(requestIdentifier)),
        ]
    }
}

/// By how much the renewal dates of all active subscribers of a product are moved, and why.
public struct MassExtendRenewalDateRequest: Hashable, Sendable {
    /// How many days, why, and the request's own identifier, here a UUID: a second request with it changes nothing.
    public var details: ExtendRenewalDateRequest
    /// The subscription.
    public var productId: String
    /// The storefronts, as ISO 3166-1 alpha-3 codes; `nil` for all.
    public var storefrontCountryCodes: [String]?

    /// Describes an extension.
    public init(
        extending details: ExtendRenewalDateRequest, productId: String, storefrontCountryCodes: [String]? = nil
    ) {
        self.details = details
        self.productId = productId
        self.storefrontCountryCodes = storefrontCountryCodes
    }

    func members() throws(ServerAPIError) -> [(String, JSONValue?)] {
        guard !productId.isEmpty else { throw .invalidRequest(RequestMistake("productId", "is empty")) }
        if let storefrontCountryCodes, storefrontCountryCodes.isEmpty {
            throw .invalidRequest(RequestMistake("storefrontCountryCodes", "is empty; leave it out for all"))
        }
        guard UUIDText.isValid(details.requestIdentifier) else {
            throw .invalidRequest(RequestMistake("requestIdentifier", "is no UUID"))
        }
        return try details.members() + [
            ("productId", .string(productId)),
            ("storefrontCountryCodes", storefrontCountryCodes.map { .array($0.map(JSONValue.string)) }),
        ]
    }
}
