/// How an attempt of the App Store to deliver a notification ended.
public struct SendAttemptResult: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server answered with a success.
    public static let success = Self(rawValue: "SUCCESS")
    /// The server did not answer in time.
    public static let timedOut = Self(rawValue: "TIMED_OUT")
    /// The TLS session or the certificate was at fault.
    public static let tlsIssue = Self(rawValue: "TLS_ISSUE")
    /// Redirects led in a circle.
    public static let circularRedirect = Self(rawValue: "CIRCULAR_REDIRECT")
    /// No valid HTTP response came.
    public static let noResponse = Self(rawValue: "NO_RESPONSE")
    /// The network failed.
    public static let socketIssue = Self(rawValue: "SOCKET_ISSUE")
    /// The response was in a character set that is not supported.
    public static let unsupportedCharset = Self(rawValue: "UNSUPPORTED_CHARSET")
    /// The response was invalid.
    public static let invalidResponse = Self(rawValue: "INVALID_RESPONSE")
    /// The connection was closed while the notification was sent.
    public static let prematureClose = Self(rawValue: "PREMATURE_CLOSE")
    /// The status was no success.
    public static let unsuccessfulHTTPResponseCode = Self(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
    /// Something else happened.
    public static let other = Self(rawValue: "OTHER")

    /// The values known today.
    public static let known: [Self] = [
        .success, .timedOut, .tlsIssue, .circularRedirect, .noResponse, .socketIssue, .unsupportedCharset,
        .invalidResponse, .prematureClose, .unsuccessfulHTTPResponseCode, .other,
    ]
}
