internal import OpenSSLCrypto

extension AppReceipt {
    /// Whether the receipt was made for a device.
    ///
    /// The hash is SHA-1 over the device's identifier, the opaque value and the bundle id as it is encoded. A server
    /// does not know the identifier unless the app sends it: on iOS the 16 bytes of `identifierForVendor`, on macOS the
    /// six of the primary network interface's address.
    ///
    /// - Parameter deviceIdentifier: The bytes of the identifier.
    /// - Returns: `false` also where the receipt holds no hash.
    public func isForDevice(_ deviceIdentifier: [UInt8]) -> Bool {
        guard let opaqueValue, let sha1Hash, !deviceIdentifier.isEmpty,
            let hash = try? SHA1.digest(of: deviceIdentifier + opaqueValue + bundleIdBytes)
        else { return false }
        return ConstantTime.isEqual(hash, sha1Hash)
    }
}
