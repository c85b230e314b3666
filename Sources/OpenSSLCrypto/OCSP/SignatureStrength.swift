internal import COpenSSL

/// Which signatures are strong enough: OpenSSL verifies any that it can calculate.
enum SignatureStrength {
    /// Whether an algorithm, given by its number, hashes by a function of the SHA-2 family.
    static func isSufficient(_ signature: Int32) -> Bool {
        var digest: Int32 = 0
        guard unsafe OBJ_find_sigid_algs(signature, &digest, nil) == 1 else { return false }
        return digest == NID_sha256 || digest == NID_sha384 || digest == NID_sha512
    }
}
