internal import JWS
package import OpenSSLCrypto
internal import StrictJSON

/// The identity under which clients of the simulated Server API sign their tokens, as App Store Connect hands one out.
package struct TokenIssuer: Sendable {
    /// The key; its private half is given to the client, here only the public half is used.
    package var key: P256PublicKey
    /// The key's id, the header's `kid`.
    package var keyID: String
    /// The issuer's id, the claim `iss`.
    package var issuerID: String
    /// The app's bundle id, the claim `bid`.
    package var bundleID: String

    /// Describes an issuer.
    package init(key: P256PublicKey, keyID: String, issuerID: String, bundleID: String) {
        self.key = key
        self.keyID = keyID
        self.issuerID = issuerID
        self.bundleID = bundleID
    }
}

/// Why a token is refused; the App Store says no more than 401, a simulator helps.
package struct TokenRefusal: Error, Hashable, Sendable {
    /// The first check that failed, in a few words.
    package var reason: String

    /// Names the check.
    package init(reason: String) { self.reason = reason }
}

extension TokenIssuer {
    /// How far clocks may differ, in seconds.
    static let leeway: Int64 = 60
    /// How long a token may live at most, in seconds.
    private static let longestLife: Int64 = 3600

    /// Checks the value of an `Authorization` field.
    ///
    /// Source: Apple, "Generating JSON Web Tokens for API requests".
    ///
    /// - Parameters:
    ///   - authorization: The field's value.
    ///   - now: Real time in seconds since 1970-01-01T00:00:00Z; virtual time has no say.
    /// - Throws: The first check that failed.
    package func check(_ authorization: String?, now: Int64) throws(TokenRefusal) {
        guard let authorization else { throw TokenRefusal(reason: "the Authorization field is missing") }
        let words = authorization.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw TokenRefusal(reason: "the Authorization field is not 'Bearer TOKEN'")
        }
        let jws = try signed(String(words[1]))
        guard let claims = try? JSONDocument(parsing: jws.payload).root, claims.kind == .object else {
            throw TokenRefusal(reason: "the claims are no JSON object")
        }
        try check(claims, now: now)
    }

    /// A JWS whose header and signature are those of the key.
    func signed(_ text: String) throws(TokenRefusal) -> CompactJWS {
        let jws: CompactJWS
        let header: JWSHeader
        do throws(JWSError) {
            jws = try CompactJWS(parsing: Array(text.utf8))
            header = try jws.header()
        } catch {
            throw TokenRefusal(reason: "the token is not a JWS with alg ES256")
        }
        guard header.typ == nil || header.typ == "JWT" else { throw TokenRefusal(reason: "typ is not JWT") }
        guard header.kid == keyID else { throw TokenRefusal(reason: "kid is not the id of the key") }
        do throws(JWSError) { try ES256.verify(jws, key: key) } catch {
            throw TokenRefusal(reason: "the signature is not by the key with that kid")
        }
        return jws
    }

    private func check(_ claims: JSONNode, now: Int64) throws(TokenRefusal) {
        guard claims["iss"]?.string == issuerID else { throw TokenRefusal(reason: "iss is not the issuer id") }
        guard claims["aud"]?.string == "appstoreconnect-v1" else {
            throw TokenRefusal(reason: "aud is not appstoreconnect-v1")
        }
        guard claims["bid"]?.string == bundleID else { throw TokenRefusal(reason: "bid is not the app's bundle id") }
        guard let expiry = claims["exp"]?.number?.integer else {
            throw TokenRefusal(reason: "exp is not a whole number of seconds")
        }
        // Apple's Python library leaves iat out, and is answered.
        let issuedAt: Int64
        if let claim = claims["iat"] {
            guard let date = claim.number?.integer else {
                throw TokenRefusal(reason: "iat is not a whole number of seconds")
            }
            let (life, overflow) = expiry.subtractingReportingOverflow(date)
            guard !overflow, life > 0, life <= TokenIssuer.longestLife else {
                throw TokenRefusal(reason: "exp is not within 60 minutes after iat")
            }
            issuedAt = date
        } else {
            issuedAt = now
            guard expiry <= now + TokenIssuer.longestLife + TokenIssuer.leeway else {
                throw TokenRefusal(reason: "exp is not within 60 minutes, and there is no iat")
            }
        }
        guard issuedAt <= now + TokenIssuer.leeway else {
            throw TokenRefusal(reason: "iat lies in the future; is it in milliseconds, or is a clock wrong?")
        }
        guard now < expiry else { throw TokenRefusal(reason: "exp has passed; tokens are judged by real time") }
    }
}
