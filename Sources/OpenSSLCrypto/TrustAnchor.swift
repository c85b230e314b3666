internal import COpenSSL

/// A certificate that is trusted because configuration says so, and the judge of paths that lead to it.
///
/// There is one store per anchor: with two anchors of one name in a store, OpenSSL's verdict would depend on the order
/// in which they were added.
@safe public final class TrustAnchor: Sendable {
    /// The anchor's certificate.
    public let certificate: Certificate
    // Safe to share: filled in `init` and only read afterwards, under OpenSSL's own lock.
    private nonisolated(unsafe) let store: OpaquePointer

    /// Makes an anchor of a certificate.
    ///
    /// - Parameter certificate: The certificate to trust; it need not be self-signed.
    /// - Throws: ``OpenSSLError`` when there is no memory.
    public init(_ certificate: Certificate) throws(OpenSSLError) {
        ERR_clear_error()
        guard let store = unsafe X509_STORE_new() else { throw .drainingQueue(after: "X509_STORE_new") }
        unsafe self.store = store  // Owned from here: `deinit` also runs when the next line throws.
        self.certificate = certificate
        guard unsafe certificate.withX509({ unsafe X509_STORE_add_cert(store, $0) }) == 1 else {
            throw .drainingQueue(after: "X509_STORE_add_cert")
        }
    }

    deinit { unsafe X509_STORE_free(store) }

    /// Judges the path from `leaf` over `intermediate` to this anchor: links, CA flags, path length, name constraints.
    ///
    /// Dates, critical extensions, key kinds, algorithms, the leaf's own CA flag and its key usage are left to the
    /// caller, since OpenSSL 3.0 judges them otherwise than the App Store's chains need.
    ///
    /// - Parameters:
    ///   - leaf: The end of the path.
    ///   - intermediate: The only certificate that may stand between leaf and anchor.
    /// - Returns: ``PathJudgement/trusted``, or what is wrong first.
    public func judge(leaf: Certificate, intermediate: Certificate) -> PathJudgement {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return unsafe leaf.withX509 { leaf in
            unsafe intermediate.withX509 { intermediate in unsafe judge(leaf, intermediate) }
        }
    }

    private func judge(_ leaf: OpaquePointer, _ intermediate: OpaquePointer) -> PathJudgement {
        guard let untrusted = unsafe copenssl_chain_new() else { return .outOfMemory }
        defer { unsafe copenssl_chain_free(untrusted) }
        guard unsafe copenssl_chain_push(untrusted, intermediate) > 0, let context = unsafe X509_STORE_CTX_new() else {
            return .outOfMemory
        }
        defer { unsafe X509_STORE_CTX_free(context) }
        guard unsafe X509_STORE_CTX_init(context, store, leaf, untrusted) == 1 else { return .outOfMemory }
        // No time is ever set here: setting one would cancel NO_CHECK_TIME.
        let flags =
            UInt(X509_V_FLAG_NO_CHECK_TIME) | UInt(X509_V_FLAG_PARTIAL_CHAIN) | UInt(X509_V_FLAG_IGNORE_CRITICAL)
        unsafe X509_STORE_CTX_set_flags(context, flags)
        // 1 yes, 0 no, below 0 could not be tried: only 1 is a yes.
        guard unsafe X509_verify_cert(context) == 1 else {
            return unsafe PathJudgement(
                code: X509_STORE_CTX_get_error(context), depth: Int(X509_STORE_CTX_get_error_depth(context)))
        }
        // A leaf directly under the anchor, or an anchor that is one of the two, makes a shorter chain. Three members
        // can only be leaf, intermediate and anchor, since nothing else was offered.
        let count = unsafe Int(copenssl_chain_count(X509_STORE_CTX_get0_chain(context)))
        return count == 3 ? .trusted : .chainLength(count)
    }
}
