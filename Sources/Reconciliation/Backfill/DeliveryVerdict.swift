package import AppStoreModels

/// Why a notification did not reach the store, as far as the App Store's own attempts tell.
package struct DeliveryVerdict: Hashable, Sendable {
    /// How the last attempt ended; `nil` where none was made.
    package var result: SendAttemptResult?
    /// How many attempts were made.
    package var attempts: Int

    /// Judges the attempts.
    package init(_ attempts: [SendAttemptItem]) {
        self.attempts = attempts.count
        let success = attempts.first { $0.sendAttemptResult == .success }
        result =
            (success ?? attempts.max { ($0.attemptDate?.milliseconds ?? 0) < ($1.attemptDate?.milliseconds ?? 0) })?
            .sendAttemptResult
    }

    /// The App Store's word for it, or one of ours where it has none.
    package var word: String { result?.rawValue ?? "NOT_SENT" }

    /// What it means and where to look, in plain words.
    package var meaning: String {
        result.map(DeliveryVerdict.meaning) ?? "the App Store made no attempt that it tells of"
    }

    /// What a result of sending means and where to look, in plain words.
    package static func meaning(_ result: SendAttemptResult) -> String {
        switch result {
        case .success: "it was answered by 2xx, and is not held here: look for another server or database at that URL"
        case .timedOut: "your server did not answer in time: acknowledge first, work later"
        case .tlsIssue: "the TLS connection failed: look at the certificate, its chain and its name"
        case .circularRedirect: "your server redirects in a circle: give the App Store the final URL"
        case .noResponse: "no HTTP answer came from your server: look at the proxy and the process behind it"
        case .socketIssue: "the connection failed: look at the name, the firewall and the port"
        case .unsupportedCharset: "your server answered in a character set that is not taken: answer without one"
        case .invalidResponse: "what your server answered is not valid HTTP"
        case .prematureClose: "the connection was closed before the notification was through: look at limits of size"
        case .unsuccessfulHTTPResponseCode: "your server answered, but not by 2xx: look into its log"
        case .other: "the App Store does not say what happened"
        default: "not known to this version"
        }
    }
}
