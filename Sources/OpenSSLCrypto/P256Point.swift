internal import COpenSSL

/// Encodings of points on P-256.
enum P256Point {
    /// The uncompressed form of a point in any form.
    static func uncompressed(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        ERR_clear_error()
        guard let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1),
            let point = unsafe EC_POINT_new(group)
        else { throw .drainingQueue(after: "EC_POINT_new") }
        defer {
            unsafe EC_POINT_free(point)
            unsafe EC_GROUP_free(group)
        }
        guard unsafe EC_POINT_oct2point(group, point, bytes, bytes.count, nil) == 1 else {
            throw .drainingQueue(after: "EC_POINT_oct2point")
        }
        let encoded = unsafe [UInt8](unsafeUninitializedCapacity: 65) { buffer, count in
            count = unsafe EC_POINT_point2oct(
                group, point, POINT_CONVERSION_UNCOMPRESSED, buffer.baseAddress, buffer.count, nil)
        }
        guard encoded.count == 65 else { throw .drainingQueue(after: "EC_POINT_point2oct") }
        return encoded
    }
}
