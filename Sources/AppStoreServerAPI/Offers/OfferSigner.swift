internal import AppStoreModels
internal import JWS
internal import OpenSSLCrypto
public import StrictJSON

/// Signs what an app hands to StoreKit: offers, eligibility and Advanced Commerce requests.
///
/// Source: Apple, "Generating JWS to sign App Store requests" and "Generating a signature for promotional offers". Nonces
/// come from the caller and are used once.
public struct OfferSigner: Sendable {
    private let credentials: SigningCredentials

    /// Signs with a key of App Store Connect.
    public init(_ credentials: SigningCredentials) { self.credentials = credentials }

    /// Signs a promotional offer by the first version, for the original API of StoreKit.
    ///
    /// - Parameters:
    ///   - productId: The subscription.
    ///   - offerIdentifier: The offer, as App Store Connect names it.
    ///   - appAccountToken: The customer, as the app hands it to StoreKit with the purchase; `nil` where it does not.
    ///   - nonce: A UUID.
    ///   - timestamp: The present, in milliseconds since 1970; the signature holds for 24 hours.
    /// - Returns: The signature, and what must be handed over with it.
    /// - Throws: ``ServerAPIError``, `invalidRequest` or `signing`.
    public func promotionalOfferV1(
        productId: String, offerIdentifier: String, appAccountToken: String? = nil, nonce: String, timestamp: Int64
    ) throws(ServerAPIError) -> PromotionalOfferSignatureV1 {
        try OfferSigner.check([("productId", productId), ("offerIdentifier", offerIdentifier)])
        try OfferSigner.check(nonce: nonce)
        let (account, nonce) = (appAccountToken?.lowercased() ?? "", nonce.lowercased())
        let parts = [
            credentials.bundleId, credentials.keyId, productId, offerIdentifier, account, nonce, String(timestamp),
        ]
        // The separator in a value would move what is signed from one field into the next.
        guard !parts.contains(where: { $0.unicodeScalars.contains(OfferSigner.separator) }) else {
            throw .invalidRequest(RequestMistake("a value", "holds the separator U+2063"))
        }
        let text = parts.joined(separator: String(Character(OfferSigner.separator)))
        let signature: [UInt8]
        do throws(OpenSSLError) {
            signature = try credentials.signingKey.signDER(Array(text.utf8))
        } catch {
            throw .signing
        }
        return PromotionalOfferSignatureV1(
            encodedSignature: Base64.encode(signature), productId: productId, nonce: nonce, timestamp: timestamp,
            keyId: credentials.keyId, offerIdentifier: offerIdentifier,
            appAccountToken: account.isEmpty ? nil : account)
    }

    /// Signs a promotional offer as a JWS, for StoreKit of today.
    ///
    /// - Parameters:
    ///   - productId: The subscription.
    ///   - offerIdentifier: The offer, as App Store Connect names it.
    ///   - transactionId: Any transaction of the customer's, or their `appTransactionId`; recommended.
    ///   - nonce: A UUID.
    ///   - now: The present, in milliseconds since 1970.
    /// - Returns: The compact JWS.
    /// - Throws: ``ServerAPIError``, `invalidRequest` or `signing`.
    public func promotionalOffer(
        productId: String, offerIdentifier: String, transactionId: String? = nil, nonce: String, now: Int64
    ) throws(ServerAPIError) -> String {
        try OfferSigner.check([("productId", productId), ("offerIdentifier", offerIdentifier)])
        if let transactionId { try OfferSigner.check([("transactionId", transactionId)]) }
        return try sign(
            "promotional-offer", nonce: nonce, now: now,
            [
                ("productId", .string(productId)), ("offerIdentifier", .string(offerIdentifier)),
                ("transactionId", transactionId.map(JSONValue.string)),
            ])
    }

    /// Signs whether a customer may have an introductory offer, in place of the App Store's own judgement.
    ///
    /// - Parameters:
    ///   - productId: The subscription.
    ///   - allowIntroductoryOffer: Whether the customer may have it.
    ///   - transactionId: Any transaction of the customer's, or their `appTransactionId`.
    ///   - nonce: A UUID.
    ///   - now: The present, in milliseconds since 1970.
    /// - Returns: The compact JWS.
    /// - Throws: ``ServerAPIError``, `invalidRequest` or `signing`.
    public func introductoryOfferEligibility(
        productId: String, allowIntroductoryOffer: Bool, transactionId: String, nonce: String, now: Int64
    ) throws(ServerAPIError) -> String {
        try OfferSigner.check([("productId", productId), ("transactionId", transactionId)])
        return try sign(
            "introductory-offer-eligibility", nonce: nonce, now: now,
            [
                ("productId", .string(productId)), ("allowIntroductoryOffer", .boolean(allowIntroductoryOffer)),
                ("transactionId", .string(transactionId)),
            ])
    }

    /// Signs a request of the Advanced Commerce API that the app hands to StoreKit.
    ///
    /// - Parameters:
    ///   - request: The request, signed as it stands.
    ///   - nonce: A UUID.
    ///   - now: The present, in milliseconds since 1970.
    /// - Returns: The compact JWS.
    /// - Throws: ``ServerAPIError``, `invalidRequest` when the request is no JSON object, or `signing`.
    public func advancedCommerceRequest(
        _ request: JSONNode, nonce: String, now: Int64
    ) throws(ServerAPIError) -> String {
        guard request.kind == .object else { throw .invalidRequest(RequestMistake("request", "is no JSON object")) }
        return try sign(
            "advanced-commerce-api", nonce: nonce, now: now,
            [("request", .string(Base64.encode(Array(request.source))))])
    }

    private static let separator: Unicode.Scalar = "\u{2063}"

    private func sign(
        _ audience: String, nonce: String, now: Int64, _ members: [(String, JSONValue?)]
    ) throws(ServerAPIError) -> String {
        try OfferSigner.check(nonce: nonce)
        let claims: [(String, JSONValue?)] = [
            ("iss", .string(credentials.issuerId)), ("iat", .integer(now / 1000)), ("aud", .string(audience)),
            ("bid", .string(credentials.bundleId)), ("nonce", .string(nonce.lowercased())),
        ]
        let signer = JWSSigner(key: credentials.signingKey, kid: credentials.keyId)
        do throws(JWSError) {
            return try signer.sign(payload: JSONWriter().bytes(.object(omitting: claims + members)))
        } catch {
            throw .signing
        }
    }

    private static func check(_ values: [(name: String, value: String)]) throws(ServerAPIError) {
        for (name, value) in values where value.isEmpty { throw .invalidRequest(RequestMistake(name, "is empty")) }
    }

    private static func check(nonce: String) throws(ServerAPIError) {
        guard UUIDText.isValid(nonce) else { throw .invalidRequest(RequestMistake("nonce", "is no UUID")) }
    }
}
