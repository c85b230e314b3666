internal import COpenSSL

/// The name of a subject or issuer to be written into a certificate.
public struct DistinguishedName: Hashable, Sendable {
    /// The common name.
    public var commonName: String
    /// The organizational unit, where there is one.
    public var organizationalUnit: String?
    /// The organization, where there is one.
    public var organization: String?
    /// The country, two letters, where there is one.
    public var country: String?

    /// Puts a name together.
    public init(
        commonName: String, organizationalUnit: String? = nil, organization: String? = nil, country: String? = nil
    ) {
        self.commonName = commonName
        self.organizationalUnit = organizationalUnit
        self.organization = organization
        self.country = country
    }

    /// Appends the parts to an X509_NAME in the order of Apple's certificates.
    func append(to name: OpaquePointer?) throws(OpenSSLError) {
        let parts = [("CN", commonName), ("OU", organizationalUnit), ("O", organization), ("C", country)]
        for case (let type, let value?) in parts {
            let text = [UInt8](value.utf8)
            guard
                unsafe X509_NAME_add_entry_by_txt(name, type, MBSTRING_UTF8, text, Int32(clamping: text.count), -1, 0)
                    == 1
            else { throw .drainingQueue(after: "X509_NAME_add_entry_by_txt") }
        }
    }
}
