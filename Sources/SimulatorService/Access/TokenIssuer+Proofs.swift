internal import AppStoreModels
internal import JWS
internal import OpenSSLCrypto
package import StoreSimulator
internal import StrictJSON

extension TokenIssuer {
    /// How long a promotional offer of the first version holds, in milliseconds.
    private static let offerLife: Int64 = 86_400_000
    private static let separator = "\u{2063}"

    /// Checks what a server signed for a purchase, and tells which offer it allows.
    ///
    /// Sources: Apple, "Generating a signature for promotional offers" and "Generating JWS to sign App Store requests".
    ///
    /// - Parameters:
    ///   - proof: What the app hands over.
    ///   - product: The product that is bought.
    ///   - appAccountToken: The app's name for the customer, as it is handed over with the purchase.
    ///   - now: Real time in milliseconds since 1970, as for tokens.
    ///   - isOwn: Whether an id is that of a transaction, or of the download, of the customer who buys.
    /// - Returns: The offer.
    /// - Throws: The first check that failed.
    package func offer(
        allowedBy proof: PurchaseProof, product: String, appAccountToken: String?, now: Int64,
        isOwn: (_ id: String) -> Bool
    ) throws(TokenRefusal) -> OfferChoice {
        switch proof {
        case .promotionalOfferV1(let proof):
            try check(proof, product: product, appAccountToken: appAccountToken, now: now)
            return .promotional(proof.offerID)
        case .promotionalOffer(let offer, let jws):
            let claims = try claims(of: jws, audience: "promotional-offer", now: now)
            try TokenIssuer.compare(claims, "productId", product)
            try TokenIssuer.compare(claims, "offerIdentifier", offer)
            try TokenIssuer.checkOwner(claims, isNeeded: false, isOwn)
            return .promotional(offer)
        case .introductoryOfferEligibility(let jws):
            let claims = try claims(of: jws, audience: "introductory-offer-eligibility", now: now)
            try TokenIssuer.compare(claims, "productId", product)
            guard let isAllowed = claims["allowIntroductoryOffer"]?.boolean else {
                throw TokenRefusal(reason: "allowIntroductoryOffer is neither true nor false")
            }
            try TokenIssuer.checkOwner(claims, isNeeded: true, isOwn)
            return isAllowed ? .introductory : .none
        case .advancedCommerce(let jws):
            let claims = try claims(of: jws, audience: "advanced-commerce-api", now: now)
            guard let text = claims["request"]?.string, let bytes = try? Base64.decode(text),
                let request = try? JSONDocument(parsing: bytes).root, request.kind == .object
            else { throw TokenRefusal(reason: "request is no JSON object in base64") }
            return .none
        }
    }

    private func check(
        _ proof: PromotionalOfferProof, product: String, appAccountToken: String?, now: Int64
    ) throws(TokenRefusal) {
        guard proof.keyID == keyID else { throw TokenRefusal(reason: "keyID is not the id of the key") }
        guard UUIDText.isValid(proof.nonce) else { throw TokenRefusal(reason: "nonce is no UUID") }
        let parts = [
            bundleID, keyID, product, proof.offerID, appAccountToken?.lowercased() ?? "", proof.nonce.lowercased(),
            String(proof.timestamp),
        ]
        guard !parts.contains(where: { $0.contains(TokenIssuer.separator) }) else {
            throw TokenRefusal(reason: "a value holds the separator U+2063")
        }
        guard let der = try? Base64.decode(proof.signature), let signature = P256Signature(der: der) else {
            throw TokenRefusal(reason: "the signature is no ECDSA signature in base64")
        }
        let message = Array(parts.joined(separator: TokenIssuer.separator).utf8)
        guard key.isValidSignature(signature, for: message[...]) else {
            throw TokenRefusal(
                reason: "the signature is not by the key with that id, or over another app, product, offer, account, "
                    + "nonce or timestamp")
        }
        let (age, overflow) = now.subtractingReportingOverflow(proof.timestamp)
        guard !overflow, age >= -TokenIssuer.leeway * 1000 else {
            throw TokenRefusal(reason: "timestamp lies in the future")
        }
        guard age < TokenIssuer.offerLife else { throw TokenRefusal(reason: "timestamp is more than 24 hours ago") }
    }

    /// The claims of a JWS for StoreKit, once its signature and the claims that all have hold.
    private func claims(of text: String, audience: String, now: Int64) throws(TokenRefusal) -> JSONNode {
        let jws = try signed(text)
        guard let claims = try? JSONDocument(parsing: jws.payload).root, claims.kind == .object else {
            throw TokenRefusal(reason: "the claims are no JSON object")
        }
        try TokenIssuer.compare(claims, "aud", audience)
        try TokenIssuer.compare(claims, "iss", issuerID)
        try TokenIssuer.compare(claims, "bid", bundleID)
        guard let nonce = claims["nonce"]?.string, UUIDText.isValid(nonce) else {
            throw TokenRefusal(reason: "nonce is no UUID")
        }
        guard let date = claims["iat"]?.number?.integer else {
            throw TokenRefusal(reason: "iat is not a whole number of seconds")
        }
        guard date <= now / 1000 + TokenIssuer.leeway else {
            throw TokenRefusal(reason: "iat lies in the future; is it in milliseconds, or is a clock wrong?")
        }
        return claims
    }

    private static func compare(_ claims: JSONNode, _ name: String, _ expected: String) throws(TokenRefusal) {
        guard let value = claims[name]?.string, value.utf8.elementsEqual(expected.utf8) else {
            throw TokenRefusal(reason: "\(name) is not \"\(expected.prefix(80))\"")
        }
    }

    private static func checkOwner(
        _ claims: JSONNode, isNeeded: Bool, _ isOwn: (String) -> Bool
    ) throws(TokenRefusal) {
        guard let id = claims["transactionId"] else {
            if isNeeded { throw TokenRefusal(reason: "transactionId is missing") }
            return
        }
        guard let id = id.string, isOwn(id) else {
            throw TokenRefusal(reason: "transactionId is no transaction of the customer's")
        }
    }
}
