package import OpenSSLCrypto

/// What a client of the simulated Server API signs its tokens with; worthless anywhere else.
package struct ServerAPICredentials: Sendable {
    /// The private key.
    package let key: P256PrivateKey
    /// The key's id.
    package let keyID: String
    /// The issuer's id.
    package let issuerID: String
    /// The app's bundle id.
    package let bundleID: String

    /// Describes credentials.
    package init(
        key: P256PrivateKey, keyID: String = "SIMULATED1",
        issuerID: String = "00000000-0000-4000-8000-000000000001", bundleID: String
    ) {
        self.key = key
        self.keyID = keyID
        self.issuerID = issuerID
        self.bundleID = bundleID
    }

    /// The side that checks tokens.
    package var issuer: TokenIssuer {
        TokenIssuer(key: key.publicKey, keyID: keyID, issuerID: issuerID, bundleID: bundleID)
    }
}
