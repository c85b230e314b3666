internal import JWS
internal import OpenSSLCrypto
internal import StrictJSON

/// Signs one payload, with one fault where that is asked for.
struct PayloadSigner {
    private let authority: FaultyAuthority
    private let fault: SigningFault?

    init(_ authority: TestAuthority, signedDate: Int64, fault: SigningFault?) {
        self.authority = FaultyAuthority(authority: authority, signedDate: signedDate)
        self.fault = fault
    }

    /// The JWS of a payload.
    func sign(_ payload: [UInt8]) throws(OpenSSLError) -> String {
        let signer = try authority.signer(for: fault)
        let dot = UInt8(ascii: ".")
        let message =
            Base64URL.encodedBytes(header(signer.chain)[...]) + [dot]
            + Base64URL.encodedBytes(fault == .payloadNotJSON ? payload.dropLast() : payload[...])
        if fault == .cut { return String(decoding: message, as: UTF8.self) }
        var signature = try signer.key.sign(fault == .badSignature ? message + [dot] : message)
        if fault == .derSignature { signature = derForm(of: signature) }
        let jws = message + [dot] + Base64URL.encodedBytes(signature[...])
        return String(decoding: jws, as: UTF8.self) + (fault == .padded ? "=" : "")
    }

    private func header(_ chain: [Certificate]) -> [UInt8] {
        var header: JSONValue = ["alg": "ES256", "x5c": .array(encoded(chain).map(JSONValue.string))]
        switch fault {
        case .algNone: header["alg"] = "none"
        case .crit: header["crit"] = ["exp"]
        case .noX5C: header["x5c"] = nil
        default: break
        }
        let bytes = JSONWriter().bytes(header)
        return fault == .headerNotJSON ? Array(bytes.dropLast()) : bytes
    }

    private func encoded(_ chain: [Certificate]) -> [String] {
        var certificates = chain.map(\.der)
        switch fault {
        case .x5c2: certificates.removeLast()
        case .x5c4: certificates += certificates.suffix(1)
        case .x5cGarbage: certificates = certificates.map { $0.dropLast() }
        case .x5cBase64URL:
            return certificates.map { String(decoding: Base64URL.encodedBytes($0[...]), as: UTF8.self) }
        default: break
        }
        return certificates.map { Base64.encode($0) }
    }

    /// The signature as ASN.1, which many libraries give and ES256 does not want: two numbers in a sequence.
    private func derForm(of signature: [UInt8]) -> [UInt8] {
        let numbers = [signature.prefix(32), signature.suffix(32)].map { number -> [UInt8] in
            let digits = Array(number.drop { $0 == 0 })
            let content = (digits.first ?? 0) >= 0x80 ? [0] + digits : digits
            return [0x02, UInt8(content.count)] + content
        }
        let content = numbers.flatMap { $0 }
        return [0x30, UInt8(content.count)] + content
    }
}
