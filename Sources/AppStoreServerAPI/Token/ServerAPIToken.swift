internal import JWS
internal import StrictJSON

/// A token of the App Store Server API: a JWT that says who asks.
///
/// Source: Apple, "Generating JSON Web Tokens for API requests".
public struct ServerAPIToken: Hashable, Sendable {
    /// How long a token lives, in seconds; Apple takes up to an hour, its own libraries make five minutes of it.
    public static let life: Int64 = 300

    /// The JWT, to be sent as `Authorization: Bearer`.
    public let text: String
    /// When it was made, in seconds since 1970.
    public let issuedAt: Int64
    /// When it ends, in seconds since 1970.
    public let expiresAt: Int64

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - credentials: The key, and whose it is.
    ///   - now: The present, in milliseconds since 1970.
    /// - Throws: ``ServerAPIError``, `signing`.
    public init(signedBy credentials: SigningCredentials, now: Int64) throws(ServerAPIError) {
        let seconds = now / 1000
        issuedAt = seconds
        (expiresAt, _) = seconds.addingReportingOverflow(ServerAPIToken.life)
        let claims: JSONValue = [
            "iss": .string(credentials.issuerId), "iat": .integer(issuedAt), "exp": .integer(expiresAt),
            "aud": "appstoreconnect-v1", "bid": .string(credentials.bundleId),
        ]
        let signer = JWSSigner(key: credentials.signingKey, kid: credentials.keyId)
        do throws(JWSError) { text = try signer.sign(payload: JSONWriter().bytes(claims)) } catch { throw .signing }
    }
}

extension ServerAPIToken: CustomStringConvertible, CustomReflectable {
    /// How long it lives; whoever has the text can ask in the app's name, so it is not shown.
    public var description: String { "token from \(issuedAt) to \(expiresAt)" }

    /// Its times alone, for whoever dumps the value.
    public var customMirror: Mirror { Mirror(self, children: ["issuedAt": issuedAt, "expiresAt": expiresAt]) }
}
