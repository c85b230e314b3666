extension P256PrivateKey {
    /// Signs a message by ECDSA with SHA-256, in the form that X9.62 and StoreKit's older signatures have.
    ///
    /// - Parameter message: The bytes to sign.
    /// - Returns: The signature in DER, 70 to 72 bytes in most cases.
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory.
    public func signDER(_ message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let raw = try sign(message)
        guard let der = ECDSASignature.der(raw: raw) else { throw .drainingQueue(after: "i2d_ECDSA_SIG") }
        return der
    }
}
