internal import HTTPClient

/// A URL that messages can be posted to.
///
/// Shows only its origin when it is printed: receivers put secrets in paths and queries.
package struct WebhookURL: Hashable, Sendable {
    /// Why a text is no such URL.
    package enum Mistake: Error, Hashable, Sendable {
        /// It cannot be read, or is of another scheme than http and https.
        case unreadable
        /// It holds a user name or a password.
        case credentials
    }

    /// The URL as it was written.
    let text: String
    /// Whether TLS is spoken.
    package let isEncrypted: Bool
    private let origin: String

    /// Reads a URL.
    package init(_ text: String) throws(Mistake) {
        do throws(HTTPClientError) {
            origin = try ClientRequest.origin(of: text)
        } catch {
            throw error == .invalidRequest(.credentialsInURL) ? .credentials : .unreadable
        }
        self.text = text
        isEncrypted = origin.hasPrefix("https:")
    }
}

extension WebhookURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Scheme, host and port.
    package var description: String { origin }

    /// The same.
    package var debugDescription: String { origin }

    /// Nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension WebhookURL.Mistake: CustomStringConvertible {
    /// The rest of a sentence that begins with the setting.
    package var description: String {
        switch self {
        case .unreadable: "is no http or https URL"
        case .credentials: "holds a user name or a password"
        }
    }
}
