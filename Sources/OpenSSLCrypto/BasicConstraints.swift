internal import COpenSSL

/// Whether a certificate is a CA, and how many CAs may follow it (RFC 5280, section 4.2.1.9).
public struct BasicConstraints: Hashable, Sendable {
    /// Whether the subject is a CA.
    public var isCA: Bool
    /// How many non-self-issued intermediates may follow; `nil` sets no limit.
    public var pathLength: Int?

    /// States a constraint.
    public init(isCA: Bool, pathLength: Int? = nil) {
        self.isCA = isCA
        self.pathLength = pathLength
    }

    /// Reads the extension; `nil` when there is none.
    init?(reading x509: OpaquePointer) throws(OpenSSLError) {
        var found: Int32 = 0
        guard let value = unsafe X509_get_ext_d2i(x509, NID_basic_constraints, &found, nil) else {
            guard found == -1 else { throw .malformedExtension }
            return nil
        }
        let constraints = unsafe value.assumingMemoryBound(to: BASIC_CONSTRAINTS.self)
        defer { unsafe BASIC_CONSTRAINTS_free(constraints) }
        isCA = unsafe constraints.pointee.ca != 0
        guard let length = unsafe constraints.pointee.pathlen else { return }
        var number: Int64 = 0
        guard unsafe ASN1_INTEGER_get_int64(&number, length) == 1, number >= 0 else { throw .malformedExtension }
        pathLength = Int(number)
    }
}
