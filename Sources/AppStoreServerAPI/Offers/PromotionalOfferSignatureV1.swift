public import StrictJSON

/// A signature of the first version for a promotional offer, with what StoreKit wants to know beside it.
public struct PromotionalOfferSignatureV1: Hashable, Sendable {
    /// The signature, DER in base64.
    public let encodedSignature: String
    /// The subscription.
    public let productId: String
    /// The nonce, a UUID in lower case.
    public let nonce: String
    /// When it was signed, in milliseconds since 1970; it holds for 24 hours.
    public let timestamp: Int64
    /// The key's id in App Store Connect.
    public let keyId: String
    /// The offer.
    public let offerIdentifier: String
    /// The customer, in lower case; `nil` where none is named.
    public let appAccountToken: String?

    /// The members under Apple's names.
    public var json: JSONValue {
        .object(omitting: [
            ("encodedSignature", .string(encodedSignature)), ("productId", .string(productId)),
            ("nonce", .string(nonce)), ("timestamp", .integer(timestamp)), ("keyId", .string(keyId)),
            ("offerIdentifier", .string(offerIdentifier)), ("appAccountToken", appAccountToken.map(JSONValue.string)),
        ])
    }
}
