internal import COpenSSL

/// Comparisons of byte strings that are not secret.
public enum Bytes {
    /// Whether two byte strings are the same; takes as long as they agree.
    public static func areEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBufferPointer { left in
            unsafe right.withUnsafeBufferPointer { right in
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                return unsafe memcmp(one, other, left.count) == 0
            }
        }
    }
}
