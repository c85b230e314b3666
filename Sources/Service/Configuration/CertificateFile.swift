package import OpenSSLCrypto

/// Reads certificates from the bytes of a file, PEM or DER.
package enum CertificateFile {
    /// Why there are none.
    package enum Failure: Error, Hashable, Sendable {
        /// The file has no bytes.
        case empty
        /// The file holds a private key and no certificate.
        case privateKey
        /// PEM whose certificates cannot be read.
        case pem(OpenSSLError)
        /// Neither PEM nor one DER certificate.
        case der(OpenSSLError)
    }

    /// All certificates of a PEM text, or the one of a DER file.
    package static func certificates(_ bytes: [UInt8]) throws(Failure) -> [Certificate] {
        guard !bytes.isEmpty else { throw .empty }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("-----BEGIN ") {
            if !text.contains("-----BEGIN CERTIFICATE-----"), text.contains("PRIVATE KEY-----") { throw .privateKey }
            do { return try Certificate.certificates(pem: text) } catch { throw .pem(error) }
        }
        do { return [try Certificate(der: bytes)] } catch { throw .der(error) }
    }
}

extension CertificateFile.Failure: CustomStringConvertible {
    /// The rest of a sentence that begins with the file.
    package var description: String {
        switch self {
        case .empty: "is empty"
        case .privateKey: "holds a private key, where a certificate is needed"
        case .pem(let error): "holds PEM that is no certificate: \(error)"
        case .der(let error): "is neither PEM nor one DER certificate: \(error)"
        }
    }
}
