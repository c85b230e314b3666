internal import JWS
internal import OpenSSLCrypto

extension ChainPolicy {
    /// The certificates of a header, still encoded: exactly three, or Xcode's one where that is accepted.
    static func entries(of header: JWSHeader, takesXcode: Bool) throws(VerificationFailure) -> [String] {
        let expected = takesXcode ? "3 certificates, or 1 of Xcode's" : "3 certificates"
        guard let entries = header.x5c, !entries.isEmpty else {
            throw VerificationFailure(
                .x5cMissing, "the header holds no certificates", expected: expected, got: "none",
                hint: "this JWS was not signed by the App Store; keys are never looked up by kid, jwk or jku")
        }
        guard entries.count == 3 || (takesXcode && entries.count == 1) else {
            throw VerificationFailure(
                .x5cCount, "the header holds the wrong number of certificates", expected: expected,
                got: "\(entries.count)",
                hint: entries.count == 1
                    ? "Xcode signs with one: export its certificate, then --xcode-certificate FILE --environment Xcode"
                    : nil)
        }
        return entries
    }

    /// The bytes of the certificates.
    static func decode(_ entries: [String]) throws(VerificationFailure) -> [[UInt8]] {
        var der: [[UInt8]] = []
        for (index, entry) in entries.enumerated() {
            do {
                der.append(try Base64.decode(entry))
            } catch {
                throw VerificationFailure(
                    .x5cBase64, "x5c[\(index)] is not base64",
                    expected: "base64 with padding, without line breaks (RFC 7515, section 4.1.6)",
                    got: String(describing: error))
            }
        }
        return der
    }

    /// The certificates; each must be whole, and nothing may follow it.
    static func parse(_ der: [[UInt8]], firstIndex: Int) throws(VerificationFailure) -> [Certificate] {
        var certificates: [Certificate] = []
        for (offset, bytes) in der.enumerated() {
            do {
                certificates.append(try Certificate(der: bytes))
            } catch {
                throw VerificationFailure(
                    .x5cDER, "x5c[\(firstIndex + offset)] is not a certificate",
                    expected: "exactly one DER certificate", got: String(describing: error))
            }
        }
        return certificates
    }
}
