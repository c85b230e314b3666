public import OpenSSLCrypto

/// What came of one question to a responder.
public struct RevocationNotice: Sendable {
    /// The certificate asked about.
    public let certificate: Certificate
    /// Its part in the path, `leaf` or `intermediate`.
    public let role: String
    /// What the answer says, or why there is none.
    public let result: RevocationResult
    /// When it was known, in milliseconds since 1970.
    public let at: Int64
}
