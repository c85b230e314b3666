internal import AppStoreModels
package import HTTPClient
internal import StrictJSON

/// Judges what stands behind the public address, as the App Store would meet it.
package enum ListenerFindings {
    /// What came of an empty notification.
    package enum Outcome: Hashable, Sendable {
        /// An answer.
        case answered(Answer)
        /// None.
        case failed(HTTPClientError)
    }

    /// An answer, as far as it matters.
    package struct Answer: Hashable, Sendable {
        /// The status.
        package var status: Int
        /// The media type with its parameters.
        package var contentType: String?
        /// Where a redirect leads.
        package var location: String?
        /// The beginning of the body.
        package var body: [UInt8]
        /// How long it took, in microseconds.
        package var duration: Int
        /// Whether anybody could connect to the address.
        package var isPublic: Bool

        /// Describes an answer.
        package init(
            status: Int, contentType: String? = nil, location: String? = nil, body: [UInt8] = [], duration: Int = 0,
            isPublic: Bool = true
        ) {
            self.status = status
            self.contentType = contentType
            self.location = location
            self.body = body
            self.duration = duration
            self.isPublic = isPublic
        }
    }

    /// What the service says of an empty notification.
    private static let emptyCode = "input.empty"
    /// From how many microseconds on an answer is slow.
    static let slow = 5_000_000

    /// Judges an outcome.
    package static func judge(_ outcome: Outcome, url: String) -> [Finding] {
        switch outcome {
        case .failed(let error): [failure(error, url: url)]
        case .answered(let answer): answered(answer, url: url)
        }
    }

    private static func answered(_ answer: Answer, url: String) -> [Finding] {
        var findings = [status(answer, url: url)]
        if answer.duration > slow {
            findings.append(
                .problem(
                    .listener, "slow",
                    "it took \(answer.duration / 1_000_000) s to answer; the App Store may not wait so long, and calls it "
                        + SendAttemptResult.timedOut.rawValue,
                    next: ["look at the load and at the proxy: an empty notification is refused within milliseconds"]))
        }
        if let charset = charset(answer.contentType), !["utf-8", "us-ascii", "iso-8859-1"].contains(charset) {
            findings.append(
                problem("charset", "the answer has the character set \(Quoted.word(charset))", .unsupportedCharset))
        }
        if url.lowercased().hasPrefix("http://"), answer.isPublic {
            findings.append(
                .note(.listener, "plain", "the URL is http, and what is sent is not encrypted", next: ["use https"]))
        }
        if !answer.isPublic {
            findings.append(
                .note(
                    .listener, "private", "the address is one of this machine or of a private network",
                    next: ["ask the address that App Store Connect has, from outside"]))
        }
        return findings
    }

    private static func status(_ answer: Answer, url: String) -> Finding {
        let code = problemCode(answer)
        switch answer.status {
        case 400 where code == emptyCode:
            return .ok(.listener, "\(shown(url)) refuses an empty notification as serve does (\(emptyCode))")
        case 200..<300:
            return .problem(
                .listener, "other", "\(shown(url)) takes an empty notification (\(answer.status)): that is not serve",
                next: ["whatever answers there would swallow notifications: look where the address leads"])
        case 300..<400:
            let place = answer.location.map { " to \(Quoted.word($0))" } ?? ""
            return problem(
                "redirect", "\(shown(url)) redirects\(place) (\(answer.status))", .unsuccessfulHTTPResponseCode,
                next: ["enter the URL that answers itself in App Store Connect"])
        case 401, 403, 407:
            return problem(
                "password", "\(shown(url)) asks for credentials (\(answer.status))", .unsuccessfulHTTPResponseCode,
                next: ["let the proxy pass POST /v1/notifications without: what comes is signed"])
        case 404, 405:
            return problem(
                "path", "nobody answers POST at \(shown(url)) (\(answer.status))", .unsuccessfulHTTPResponseCode,
                next: ["the path of serve is /v1/notifications, on its public listener"])
        case 413:
            return problem(
                "size", "\(shown(url)) finds an empty notification too large (413)", .unsuccessfulHTTPResponseCode)
        case 500...:
            var finding = problem(
                "failing", "\(shown(url)) fails (\(answer.status))\(code.map { " with \(Quoted.word($0))" } ?? "")",
                .unsuccessfulHTTPResponseCode,
                next: [
                    [502, 503, 504].contains(answer.status)
                        ? "look whether serve runs behind the proxy, and can write its store"
                        : "look at what the proxy and serve logged"
                ])
            // A service that is starting, or whose store is locked, says so itself.
            finding.isTemporary = answer.status == 503 && code != nil
            return finding
        default:
            return problem(
                "other", "\(shown(url)) answers \(answer.status), and not as serve does", .unsuccessfulHTTPResponseCode)
        }
    }

    private static func failure(_ error: HTTPClientError, url: String) -> Finding {
        let place = shown(url)
        switch error {
        case .invalidRequest(.credentialsInURL):
            return .problem(
                .listener, "url", "the URL holds a user name or a password",
                next: ["leave it out: what comes is signed"])
        case .invalidRequest:
            return .problem(
                .listener, "url", "\(Quoted.word(place)) is no URL that can be asked",
                next: ["write https://example.com/v1/notifications, as in App Store Connect"])
        case .nameLookupFailed:
            return problem("dns", "the host name of \(place) has no address", .socketIssue)
        case .connectionFailed:
            return problem(
                "refused", "nobody takes the connection at \(place)", .socketIssue,
                next: [
                    "look whether serve, or the proxy, runs and listens on that port",
                    "look at the firewall",
                ])
        case .tlsFailed(.untrusted(let verification)):
            return problem("tls", "the certificate of \(place) is not trusted: \(reason(verification))", .tlsIssue)
        case .tlsFailed(.otherHost):
            return problem("tls_name", "the certificate of \(place) is for another host", .tlsIssue)
        case .tlsFailed(.handshake):
            return problem("tls", "\(place) does not speak TLS", .tlsIssue)
        case .timedOut(.nameLookup):
            return problem("dns", "nobody could be asked for the address of \(place) in time", .socketIssue)
        case .timedOut:
            return problem("hanging", "\(place) does not answer in time", .timedOut)
        case .connectionLost:
            return problem("closed", "\(place) closes the connection without an answer", .prematureClose)
        case .responseBroken, .headTooLarge, .bodyTooLarge:
            return problem("broken", "\(place) answers what is not HTTP: \(error)", .invalidResponse)
        case .circularRedirect, .tooManyRedirects:
            return problem("redirect", "redirects of \(place) go in a circle", .circularRedirect)
        default:
            return problem("failed", "\(place): \(error)", .other)
        }
    }

    private static func problem(
        _ word: String, _ found: String, _ result: SendAttemptResult, next: [String]? = nil
    ) -> Finding {
        .problem(
            .listener, word, "\(found); the App Store would call it \(result.rawValue)",
            next: next ?? result.advice)
    }

    /// OpenSSL's result of a verification (X509_V_ERR) in words.
    static func reason(_ verification: Int) -> String {
        switch verification {
        case 9: "it is not valid yet, or a clock is wrong"
        case 10: "it has expired"
        case 18: "it is signed by itself"
        case 19: "its root is not known"
        case 20, 21: "its issuer is not known, or the intermediate certificate is not sent along"
        case 23: "it was revoked"
        default: "OpenSSL says \(verification)"
        }
    }

    /// The code of our problem document; nil where it is none.
    private static func problemCode(_ answer: Answer) -> String? {
        guard answer.contentType?.lowercased().hasPrefix("application/problem+json") ?? false else { return nil }
        return (try? JSONDocument(parsing: answer.body).root)?["code"]?.string
    }

    private static func charset(_ contentType: String?) -> String? {
        guard let contentType else { return nil }
        for parameter in contentType.lowercased().split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ $0 != " " }) == "charset" else { continue }
            return parts[1].filter { $0 != " " && $0 != "\"" }
        }
        return nil
    }

    /// The URL without its query, which may hold a secret.
    private static func shown(_ url: String) -> String { String(url.prefix { $0 != "?" && $0 != "#" }.prefix(200)) }
}
