internal import COpenSSL

/// Comparisons that take the same time wherever the first difference lies.
public enum ConstantTime {
    /// Whether two byte strings are equal; only their lengths can be learned from the time it takes.
    public static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        guard !left.isEmpty else { return true }
        return unsafe CRYPTO_memcmp(left, right, left.count) == 0
    }
}
