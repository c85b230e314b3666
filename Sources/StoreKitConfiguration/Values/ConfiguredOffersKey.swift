/// The key that promotional offers are signed with in tests.
public struct ConfiguredOffersKey: Hashable, Sendable {
    /// The key's id, 8 hexadecimal digits.
    public var id: String
    /// The private key, PKCS #8 for P-256 in base64, as the file has it; nothing has checked it.
    public var privateKey: String

    /// Names a key.
    public init(id: String, privateKey: String) {
        self.id = id
        self.privateKey = privateKey
    }
}
