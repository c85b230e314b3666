internal import COpenSSL

/// Owns one X509 object.
@safe final class X509Handle: Sendable {
    // Safe to share: nothing changes the certificate after the initialiser of its owner, and OpenSSL locks its caches.
    private nonisolated(unsafe) let x509: OpaquePointer

    /// Takes over the reference.
    init(adopting x509: OpaquePointer) { unsafe self.x509 = x509 }

    deinit { unsafe X509_free(x509) }

    /// Lends the pointer to `body`, which must not keep it.
    func withX509<Success, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Success
    ) throws(Failure) -> Success { try unsafe body(x509) }
}
