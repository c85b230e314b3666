internal import COpenSSL

/// ECDSA verification under one key with precomputed multiples of its point, about 150 kB of them.
///
/// OpenSSL's own verification spends most of its time on u2·Q, since it treats Q as a point never seen before. The App
/// Store signs with one leaf for years, so multiples of Q are worth keeping, as OpenSSL keeps those of the generator:
/// in a copy of the curve whose generator *is* Q, its fast multiplication of the generator computes u2·Q. All
/// arithmetic is OpenSSL's. Time depends on the signature and the key, which are public.
@safe final class P256VerificationTable: Sendable {
    // Safe to share: filled in `init` and only read afterwards; each verification has numbers and points of its own.
    private nonisolated(unsafe) let curve: OpaquePointer
    private nonisolated(unsafe) let curveAtKey: OpaquePointer

    /// Computes the table, which takes as long as some hundred verifications; `nil` when OpenSSL cannot.
    init?(x963: [UInt8]) {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard let curve = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        guard let curveAtKey = unsafe EC_GROUP_dup(curve) else {
            unsafe EC_GROUP_free(curve)
            return nil
        }
        unsafe self.curve = curve
        unsafe self.curveAtKey = curveAtKey
        // From here `deinit` frees everything, also when one of these fails.
        guard let point = unsafe EC_POINT_new(curve) else { return nil }
        defer { unsafe EC_POINT_free(point) }
        guard unsafe EC_POINT_oct2point(curve, point, x963, x963.count, nil) == 1,
            unsafe EC_GROUP_set_generator(curveAtKey, point, order, EC_GROUP_get0_cofactor(curve)) == 1,
            unsafe EC_GROUP_precompute_mult(curveAtKey, nil) == 1,
            unsafe EC_GROUP_have_precompute_mult(curveAtKey) == 1
        else { return nil }
    }

    deinit {
        unsafe EC_GROUP_free(curveAtKey)
        unsafe EC_GROUP_free(curve)
    }

    /// The order n of the curve's group; belongs to the curve.
    private var order: OpaquePointer? { unsafe EC_GROUP_get0_order(curve) }

    /// The prime p of the curve's field; belongs to the curve.
    private var field: OpaquePointer? { unsafe EC_GROUP_get0_field(curve) }

    /// Verifies a signature (FIPS 186-5, section 6.4.2); `nil` when OpenSSL could not compute, so nothing is known.
    func isValid(_ signature: P256Signature, digest: SHA256Digest) -> Bool? {
        guard let numbers = unsafe BN_CTX_new() else { return nil }
        unsafe BN_CTX_start(numbers)
        defer {
            unsafe BN_CTX_end(numbers)
            unsafe BN_CTX_free(numbers)
        }
        guard let sum = unsafe EC_POINT_new(curve) else { return nil }
        defer { unsafe EC_POINT_free(sum) }
        guard let addend = unsafe EC_POINT_new(curveAtKey) else { return nil }
        defer { unsafe EC_POINT_free(addend) }
        // BN_CTX_get fails for good after its first failure, so looking at the last number is enough.
        let r = unsafe BN_CTX_get(numbers)
        let s = unsafe BN_CTX_get(numbers)
        let e = unsafe BN_CTX_get(numbers)
        let w = unsafe BN_CTX_get(numbers)
        let u = unsafe BN_CTX_get(numbers)
        guard unsafe u != nil, unsafe read(signature, r, s), unsafe BN_bin2bn(digest.bytes, 32, e) != nil,
            unsafe invert(s, of: signature, into: w, checkingWith: u, numbers),
            unsafe BN_mod_mul(u, e, w, order, numbers) == 1,
            unsafe EC_POINT_mul(curve, sum, u, nil, nil, numbers) == 1,
            unsafe BN_mod_mul(u, r, w, order, numbers) == 1,
            unsafe EC_POINT_mul(curveAtKey, addend, u, nil, nil, numbers) == 1,
            unsafe EC_POINT_add(curve, sum, sum, addend, numbers) == 1
        else { return nil }
        guard unsafe EC_POINT_is_at_infinity(curve, sum) == 0 else { return false }
        return unsafe isFirstCoordinate(r, of: sum, numbers)
    }

    private func read(_ signature: P256Signature, _ r: OpaquePointer?, _ s: OpaquePointer?) -> Bool {
        unsafe signature.bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress, bytes.count == P256Signature.byteCount else { return false }
            return unsafe BN_bin2bn(start, 32, r) != nil && BN_bin2bn(start + 32, 32, s) != nil
        }
    }

    /// Divides 1 by s modulo n: fast where the product proves the quotient right, else by OpenSSL's own division.
    private func invert(
        _ s: OpaquePointer?, of signature: P256Signature, into w: OpaquePointer?, checkingWith product: OpaquePointer?,
        _ numbers: OpaquePointer
    ) -> Bool {
        let inverse = P256OrderInverse.inverse(of: P256OrderInverse.Limbs(signature.bytes[32...]))
        var words = (inverse.d.bigEndian, inverse.c.bigEndian, inverse.b.bigEndian, inverse.a.bigEndian)
        let isRead = unsafe withUnsafeBytes(of: &words) { bytes in
            unsafe BN_bin2bn(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), 32, w) != nil
        }
        guard isRead, unsafe BN_mod_mul(product, s, w, order, numbers) == 1 else { return false }
        return unsafe BN_is_one(product) == 1 || BN_mod_inverse(w, s, order, numbers) != nil
    }

    /// Whether x mod n is r, for the point (x, y).
    ///
    /// The point comes as (X, Y, Z) with x = X / Z². To compare X with r·Z² saves the division. Since n < p < 2n, x is
    /// r or r + n, the latter only where it is below p.
    private func isFirstCoordinate(_ r: OpaquePointer?, of point: OpaquePointer, _ numbers: OpaquePointer) -> Bool? {
        let x = unsafe BN_CTX_get(numbers)
        let z = unsafe BN_CTX_get(numbers)
        let square = unsafe BN_CTX_get(numbers)
        let product = unsafe BN_CTX_get(numbers)
        guard unsafe product != nil,
            unsafe EC_POINT_get_Jprojective_coordinates_GFp(curve, point, x, nil, z, numbers) == 1,
            unsafe BN_mod_sqr(square, z, field, numbers) == 1,
            unsafe BN_mod_mul(product, r, square, field, numbers) == 1
        else { return nil }
        if unsafe BN_cmp(product, x) == 0 { return true }
        guard unsafe BN_add(z, r, order) == 1 else { return nil }
        guard unsafe BN_cmp(z, field) < 0 else { return false }
        guard unsafe BN_mod_mul(product, z, square, field, numbers) == 1 else { return nil }
        return unsafe BN_cmp(product, x) == 0
    }
}
