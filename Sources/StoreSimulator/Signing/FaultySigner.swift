package import JWS
internal import OpenSSLCrypto
internal import StrictJSON

/// Signs payloads with one fault, or with none; never fast, since each chain fault issues certificates.
package struct FaultySigner {
    private let identity: SigningChain.Identity
    private let signedDate: Int64
    private let fault: SigningFault?

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - identity: Who signs where the fault is not in the chain.
    ///   - signedDate: When the data is signed, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - fault: The fault of this payload; what is inside it is not looked at.
    package init(_ identity: SigningChain.Identity, signedDate: Int64, fault: SigningFault?) {
        self.identity = identity
        self.signedDate = signedDate
        self.fault = fault
    }

    /// Signs a payload.
    ///
    /// - Parameter payload: The bytes.
    /// - Returns: The compact JWS, or what the fault makes of it.
    /// - Throws: ``JWSError``, `signing`, also when the fault is in a chain and there is only Xcode's one certificate.
    package func sign(_ payload: [UInt8]) throws(JWSError) -> String {
        do throws(OpenSSLError) { return try signed(payload) } catch { throw .signing(error) }
    }

    private func signed(_ payload: [UInt8]) throws(OpenSSLError) -> String {
        let signer = try signer()
        let dot = UInt8(ascii: ".")
        let encodedHeader = Base64URL.encodedBytes(header(signer.x5c)[...])
        let payload = fault?.changing(payload) ?? payload
        var message =
            encodedHeader + [dot]
            + Base64URL.encodedBytes(fault == .payloadNotJSON ? payload.dropLast() : payload[...])
        if fault == .cut { return String(decoding: message, as: UTF8.self) }
        var signature = try signer.key.sign(fault == .badSignature ? message + [dot] : message)
        switch fault {
        case .derSignature: signature = derForm(of: signature)
        case .flippedSignature: signature[signature.count - 1] ^= 1
        case .flippedPayload where !payload.isEmpty:
            var flipped = payload
            flipped[flipped.count / 2] ^= 1
            message = encodedHeader + [dot] + Base64URL.encodedBytes(flipped[...])
        case .highS:
            if let sound = P256Signature(signature), !sound.isHigh { signature = sound.negated.bytes }
        default: break
        }
        let jws = message + [dot] + Base64URL.encodedBytes(signature[...])
        return String(decoding: jws, as: UTF8.self) + (fault == .padded ? "=" : "")
    }

    private func signer() throws(OpenSSLError) -> FaultyAuthority.Signer {
        switch identity {
        case .authority(let authority):
            return try FaultyAuthority(authority: authority, signedDate: signedDate).signer(for: fault)
        case .xcode(let xcode):
            guard let fault, FaultyAuthority.isInChain(fault) else {
                return FaultyAuthority.Signer(key: xcode.key, x5c: [xcode.certificate])
            }
            guard fault == .wrongRoot else { throw .malformedInput("fault \(fault.rawValue) in a single certificate") }
            let other = try XcodeIdentity(notBefore: xcode.certificate.notBefore, notAfter: xcode.certificate.notAfter)
            return FaultyAuthority.Signer(key: other.key, x5c: [other.certificate])
        }
    }

    private func header(_ x5c: [Certificate]) -> [UInt8] {
        var header = SigningHeader.value(
            x5c: .array(encoded(x5c).map(JSONValue.string)), isXcode: identity.isXcode)
        switch fault {
        case .algNone: header["alg"] = "none"
        case .crit: header["crit"] = ["exp"]
        case .noX5C: header["x5c"] = nil
        default: break
        }
        let bytes = JSONWriter().bytes(header)
        return fault == .headerNotJSON ? Array(bytes.dropLast()) : bytes
    }

    private func encoded(_ x5c: [Certificate]) -> [String] {
        var certificates = x5c.map(\.der)
        switch fault {
        case .x5c2: certificates = identity.isXcode ? certificates + certificates : certificates.dropLast()
        case .x5c4: certificates += Array(repeating: certificates.last ?? [], count: max(0, 4 - certificates.count))
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
