internal import OpenSSLCrypto

/// Replaces identifiers in logs: the same identifier always gets the same mask, which tells nothing of it.
enum IdentifierMask {
    /// Eight hexadecimal digits of a digest after a number sign, such as `#3f9a2b10`; nil for nothing.
    static func of(_ identifier: String?) -> String? {
        guard let identifier, !identifier.isEmpty else { return nil }
        return "#" + SHA256.digest(of: Array("storekeeper:\(identifier)".utf8)).hexadecimal.prefix(8)
    }
}
