extension P256Signature {
    /// Reads the form that X9.62 and StoreKit's older signatures have; `nil` for any other bytes.
    ///
    /// - Parameter der: The signature in DER, in its one form: what could be written shorter, or goes on, is none.
    public init?(der: [UInt8]) {
        // Longer numbers than these do not fit into r and s.
        guard der.count <= 72, let raw = ECDSASignature.raw(der: der, width: P256Signature.byteCount / 2),
            ECDSASignature.der(raw: raw) == der
        else { return nil }
        self.init(raw)
    }
}
