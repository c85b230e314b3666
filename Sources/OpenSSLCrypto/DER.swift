internal import COpenSSL

/// Calls OpenSSL's encoders.
enum DER {
    /// The encoding that one of the `i2d` functions gives; empty when it fails.
    static func encoding(
        of object: OpaquePointer,
        by encode: (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8] {
        ERR_clear_error()
        defer { ERR_clear_error() }
        let length = Int(unsafe encode(object, nil))
        guard length > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            var cursor = buffer.baseAddress
            count = max(0, min(length, Int(unsafe encode(object, &cursor))))
        }
    }
}
