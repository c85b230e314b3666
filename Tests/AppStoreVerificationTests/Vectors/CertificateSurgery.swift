import OpenSSLCrypto

/// Changes bytes inside an issued certificate and signs it again, for what no issuer would write.
enum CertificateSurgery {
    /// Replaces bytes in the signed part by as many others.
    ///
    /// - Returns: The DER, which need not be readable.
    static func replacing(
        _ old: [UInt8], with new: [UInt8], in certificate: Certificate, signer: P384PrivateKey
    ) throws -> [UInt8] {
        let parts = parts(of: certificate.der)
        guard parts.count == 3, old.count == new.count, var signed = parts.first,
            let at = signed.indices.first(where: { signed[$0...].starts(with: old) })
        else { throw OpenSSLError.malformedInput("the change") }
        signed.replaceSubrange(at..<(at + old.count), with: new)
        let signature = try signer.sign(signed)
        let bits = [0] + CurveOrder.der(Array(signature[..<48]), Array(signature[48...]))
        return DERText.element(0x30, signed + parts[1] + DERText.element(0x03, bits))
    }

    /// The elements inside the outermost sequence.
    private static func parts(of der: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = contents(der[...]).contents
        while !rest.isEmpty {
            let (contents, whole) = contents(rest)
            parts.append(Array(rest[..<whole]))
            rest = rest[whole...]
            _ = contents
        }
        return parts
    }

    /// The contents of the first element, and where it ends.
    private static func contents(_ bytes: ArraySlice<UInt8>) -> (contents: ArraySlice<UInt8>, end: Int) {
        let start = bytes.startIndex
        let first = Int(bytes[start + 1])
        guard first > 0x7F else { return (bytes[(start + 2)..<(start + 2 + first)], start + 2 + first) }
        let header = start + 2 + (first & 0x7F)
        let length = bytes[(start + 2)..<header].reduce(0) { $0 << 8 | Int($1) }
        return (bytes[header..<(header + length)], header + length)
    }
}
