internal import COpenSSL

/// Translates ECDSA signatures between OpenSSL's DER and the fixed width form r || s.
enum ECDSASignature {
    /// The DER form; `nil` when OpenSSL refuses.
    static func der(raw: [UInt8]) -> [UInt8]? {
        let half = raw.count / 2
        return unsafe raw.withUnsafeBufferPointer { bytes -> [UInt8]? in
            guard let start = bytes.baseAddress, let signature = unsafe ECDSA_SIG_new() else { return nil }
            defer { unsafe ECDSA_SIG_free(signature) }
            let r = unsafe BN_bin2bn(start, Int32(half), nil)
            let s = unsafe BN_bin2bn(start + half, Int32(half), nil)
            guard unsafe r != nil, unsafe s != nil, unsafe ECDSA_SIG_set0(signature, r, s) == 1 else {
                unsafe BN_free(r)
                unsafe BN_free(s)
                return nil
            }
            // Now the signature owns both numbers.
            let der = unsafe DER.encoding(of: signature, by: i2d_ECDSA_SIG)
            return der.isEmpty ? nil : der
        }
    }

    /// The form r || s with `width` bytes each; `nil` when a number does not fit or the DER cannot be read.
    static func raw(der: [UInt8], width: Int) -> [UInt8]? {
        unsafe der.withUnsafeBufferPointer { bytes -> [UInt8]? in
            var cursor = bytes.baseAddress
            guard let signature = unsafe d2i_ECDSA_SIG(nil, &cursor, bytes.count) else { return nil }
            defer { unsafe ECDSA_SIG_free(signature) }
            guard let r = unsafe padded(ECDSA_SIG_get0_r(signature), width: width),
                let s = unsafe padded(ECDSA_SIG_get0_s(signature), width: width)
            else { return nil }
            return r + s
        }
    }

    private static func padded(_ number: OpaquePointer?, width: Int) -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width) { buffer, count in
            count = max(0, Int(unsafe BN_bn2binpad(number, buffer.baseAddress, Int32(width))))
        }
        return bytes.count == width ? bytes : nil
    }
}
