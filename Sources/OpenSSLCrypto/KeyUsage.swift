internal import COpenSSL

/// What a key may be used for (RFC 5280, section 4.2.1.3).
public struct KeyUsage: OptionSet, Hashable, Sendable {
    /// The bits, as OpenSSL numbers them.
    public let rawValue: UInt32

    /// Takes over bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Signatures on anything but certificates and revocation lists.
    public static let digitalSignature = KeyUsage(rawValue: UInt32(KU_DIGITAL_SIGNATURE))
    /// Signatures that their maker shall not be able to deny.
    public static let nonRepudiation = KeyUsage(rawValue: UInt32(KU_NON_REPUDIATION))
    /// Encryption of keys.
    public static let keyEncipherment = KeyUsage(rawValue: UInt32(KU_KEY_ENCIPHERMENT))
    /// Encryption of data.
    public static let dataEncipherment = KeyUsage(rawValue: UInt32(KU_DATA_ENCIPHERMENT))
    /// Agreement on keys.
    public static let keyAgreement = KeyUsage(rawValue: UInt32(KU_KEY_AGREEMENT))
    /// Signatures on certificates.
    public static let keyCertSign = KeyUsage(rawValue: UInt32(KU_KEY_CERT_SIGN))
    /// Signatures on revocation lists.
    public static let cRLSign = KeyUsage(rawValue: UInt32(KU_CRL_SIGN))

    /// Reads the extension; `nil` when there is none.
    init?(reading x509: OpaquePointer) {
        let bits = unsafe X509_get_key_usage(x509)
        // All bits set is OpenSSL's way to say that the extension is absent.
        guard bits != UInt32.max else { return nil }
        rawValue = bits
    }
}

extension KeyUsage: CustomStringConvertible {
    /// The RFC's names of the bits that are set.
    public var description: String {
        let names: [(KeyUsage, String)] = [
            (.digitalSignature, "digitalSignature"), (.nonRepudiation, "nonRepudiation"),
            (.keyEncipherment, "keyEncipherment"), (.dataEncipherment, "dataEncipherment"),
            (.keyAgreement, "keyAgreement"), (.keyCertSign, "keyCertSign"), (.cRLSign, "cRLSign"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
