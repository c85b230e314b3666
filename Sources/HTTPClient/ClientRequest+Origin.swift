extension ClientRequest {
    /// The scheme, host and port that a URL leads to, such as `https://example.com`; the scheme's own port is left out.
    ///
    /// - Throws: What would keep a request to it from being sent.
    package static func origin(of url: String) throws(HTTPClientError) -> String {
        let url = try RequestURL(parsing: url)
        let isUsual = url.port == (url.scheme == "https" ? "443" : "80")
        return "\(url.scheme)://\(url.host)" + (isUsual ? "" : ":\(url.port)")
    }
}
