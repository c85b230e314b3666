internal import CCurl

/// A URL as curl reads it, so that what is checked is what is connected to.
struct RequestURL: Hashable, Sendable {
    /// The URL in curl's spelling, without a fragment.
    let text: String
    /// "http" or "https".
    let scheme: String
    /// The host in the URL's spelling.
    let host: String
    /// The port, the scheme's own where the URL names none.
    let port: String

    /// Checks an absolute URL.
    init(parsing text: String) throws(HTTPClientError) {
        // The C functions would stop at a zero byte and call the rest well.
        guard text.utf8.count <= 16_384, !text.utf8.contains(0), let handle = unsafe curl_url() else {
            throw .invalidRequest(.url)
        }
        defer { unsafe curl_url_cleanup(handle) }
        switch unsafe curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER)) {
        case CURLUE_OK: break
        case CURLUE_USER_NOT_ALLOWED: throw .invalidRequest(.credentialsInURL)
        case CURLUE_UNSUPPORTED_SCHEME: throw .invalidRequest(.scheme)
        default: throw .invalidRequest(.url)
        }
        guard let scheme = unsafe Self.part(CURLUPART_SCHEME, of: handle), scheme == "http" || scheme == "https" else {
            throw .invalidRequest(.scheme)
        }
        guard unsafe curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK,
            let host = unsafe Self.part(CURLUPART_HOST, of: handle), !host.isEmpty,
            let port = unsafe Self.part(CURLUPART_PORT, of: handle, flags: CURLU_DEFAULT_PORT),
            let whole = unsafe Self.part(CURLUPART_URL, of: handle)
        else { throw .invalidRequest(.url) }
        self.text = whole
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Whether both lead to the same server (RFC 9110, section 4.3.1).
    func hasSameOrigin(as other: RequestURL) -> Bool {
        scheme == other.scheme && host.lowercased() == other.host.lowercased() && port == other.port
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text = unsafe text else {
            return nil
        }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
