package import AppStoreModels

extension SendAttemptResult {
    /// What it means, in plain words.
    package var explanation: String {
        switch self {
        case .success: "your server answered with a success"
        case .timedOut: "your server did not answer in time"
        case .tlsIssue: "TLS could not be spoken, or the certificate is not trusted"
        case .circularRedirect: "redirects led in a circle"
        case .noResponse: "no valid HTTP response came"
        case .socketIssue: "the network failed: no address, no connection, or a connection that broke"
        case .unsupportedCharset: "the answer names a character set that the App Store does not read"
        case .invalidResponse: "the answer is not valid"
        case .prematureClose: "the connection was closed while the notification was sent"
        case .unsuccessfulHTTPResponseCode: "the answer's status was no success (200 to 206)"
        case .other: "something else went wrong"
        default: "a result that is not known here"
        }
    }

    /// What to do about it, the likeliest first.
    package var advice: [String] {
        switch self {
        case .success: []
        case .timedOut:
            [
                "look whether the public address leads to serve: a firewall that drops packets looks like this",
                "look at the load: serve answers once the notification is on disk",
            ]
        case .tlsIssue:
            [
                "send the whole chain, with the intermediate, and renew a certificate that has ended",
                "the name in the certificate must be the URL's",
            ]
        case .circularRedirect: ["enter the URL that answers itself; no redirect is needed"]
        case .noResponse, .invalidResponse: ["look at the proxy in front of serve: what it answers is not HTTP"]
        case .socketIssue:
            ["look at the name service and the firewall", "look whether the public address leads to serve"]
        case .unsupportedCharset: ["let the proxy leave Content-Type alone: serve answers JSON without a charset"]
        case .prematureClose: ["let the proxy take bodies of 256 KiB, and wait for the answer"]
        case .unsuccessfulHTTPResponseCode:
            [
                "look at what serve logged: 400 is a notification that it refuses, 503 a store it cannot write",
                "look whether the URL's path is /v1/notifications, and nothing in front asks for a password",
            ]
        default: ["look at what serve and the proxy logged at that time"]
        }
    }
}
