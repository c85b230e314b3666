public import OpenSSLCrypto

/// An In-App Purchase key of App Store Connect, and whose it is.
///
/// The key is shown nowhere: neither a description nor an error holds any of it.
public struct SigningCredentials: Sendable {
    /// The private key.
    public let signingKey: P256PrivateKey
    /// The key's id in App Store Connect.
    public let keyId: String
    /// The issuer's id in App Store Connect, a UUID.
    public let issuerId: String
    /// The app's bundle id.
    public let bundleId: String

    /// Holds a key that was read already.
    ///
    /// - Throws: ``SigningCredentialsError`` when an id is missing.
    public init(
        signingKey: P256PrivateKey, keyId: String, issuerId: String, bundleId: String
    ) throws(SigningCredentialsError) {
        for (name, value) in [("keyId", keyId), ("issuerId", issuerId), ("bundleId", bundleId)] where value.isEmpty {
            throw .missing(name: name)
        }
        self.signingKey = signingKey
        self.keyId = keyId
        self.issuerId = issuerId
        self.bundleId = bundleId
    }

    /// Reads the text of a `.p8` file.
    ///
    /// - Parameters:
    ///   - p8: The text: one unencrypted P-256 key, PKCS#8 in PEM.
    ///   - keyId: The key's id in App Store Connect.
    ///   - issuerId: The issuer's id in App Store Connect.
    ///   - bundleId: The app's bundle id.
    /// - Throws: ``SigningCredentialsError`` when the key cannot be used or an id is missing.
    public init(p8: [UInt8], keyId: String, issuerId: String, bundleId: String) throws(SigningCredentialsError) {
        guard p8.count <= SigningCredentials.longestFile else { throw .noKey }
        let text = String(decoding: p8, as: UTF8.self)
        guard text.contains("-----BEGIN PRIVATE KEY-----") else {
            throw text.contains("ENCRYPTED PRIVATE KEY-----") ? .encrypted : .noKey
        }
        let key: P256PrivateKey
        do throws(OpenSSLError) { key = try P256PrivateKey(pem: text) } catch {
            if case .unsupportedKey(let kind) = error { throw .otherKind(kind) }
            throw .unreadable
        }
        try self.init(signingKey: key, keyId: keyId, issuerId: issuerId, bundleId: bundleId)
    }

    /// The longest file that is looked at, in bytes; Apple's have about 250.
    private static let longestFile = 16 * 1024
}

extension SigningCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whose key it is; nothing of the key.
    public var description: String { "key \(keyId) of \(bundleId)" }

    /// The same: a key is no business of a debugger's log either.
    public var debugDescription: String { description }

    /// The ids alone, for whoever dumps the value.
    public var customMirror: Mirror {
        Mirror(self, children: ["keyId": keyId, "issuerId": issuerId, "bundleId": bundleId])
    }
}
