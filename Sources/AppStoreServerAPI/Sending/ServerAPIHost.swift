public import AppStoreModels

/// The hosts of the App Store Server API that Apple has published.
public enum ServerAPIHost {
    /// Which of the two sets of hosts is asked.
    public enum Generation: String, CaseIterable, Hashable, Sendable {
        /// Recommended since 5 May 2026.
        case current
        /// Still answered.
        case older
    }

    /// The base URL of an environment; `nil` for those that have no host, such as Xcode.
    public static func url(of environment: Environment, _ generation: Generation = .current) -> String? {
        switch (environment, generation) {
        case (.production, .current): "https://api.storekit.apple.com"
        case (.sandbox, .current): "https://api.storekit-sandbox.apple.com"
        case (.production, .older): "https://api.storekit.itunes.apple.com"
        case (.sandbox, .older): "https://api.storekit-sandbox.itunes.apple.com"
        default: nil
        }
    }

    /// Checks a base URL that was given, and takes a slash off its end.
    ///
    /// - Parameter text: The URL, such as `http://127.0.0.1:8090`.
    /// - Returns: The URL to put paths behind.
    /// - Throws: ``RequestMistake`` as `invalidRequest`: without TLS a token may only go to this machine.
    package static func checked(_ text: String) throws(ServerAPIError) -> String {
        let base = text.hasSuffix("/") ? String(text.dropLast()) : text
        func mistake(_ problem: String) -> ServerAPIError { .invalidRequest(RequestMistake("base URL", problem)) }
        guard !base.utf8.contains(where: { [0x20, 0x23, 0x3F, 0x40, 0x5C].contains($0) || $0 < 0x20 }) else {
            throw mistake("holds more than scheme, host, port and path")
        }
        if base.hasPrefix("https://"), base.utf8.count > 8 { return base }
        guard base.hasPrefix("http://") else { throw mistake("does not begin with https://") }
        let authority = base.dropFirst(7).prefix { $0 != "/" }
        let isLocal = ["127.0.0.1", "[::1]", "localhost"].contains { host in
            guard authority.hasPrefix(host) else { return false }
            let rest = authority.dropFirst(host.count)
            return rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isNumber)
        }
        guard isLocal else { throw mistake("has no TLS, and a token would travel in clear text") }
        return base
    }
}
