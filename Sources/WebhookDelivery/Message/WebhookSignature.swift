package import HTTPClient
internal import JWS
package import OpenSSLCrypto

/// Signs messages by the scheme of Standard Webhooks (standardwebhooks.com), symmetric, version 1.
package enum WebhookSignature {
    /// The fields that let a receiver verify a message.
    ///
    /// - Parameters:
    ///   - id: Stays the same however often the message is sent.
    ///   - seconds: The time of this attempt, in seconds since 1970.
    ///   - body: The body, byte for byte.
    ///   - secrets: Each gives a signature; a receiver accepts a message when one of them fits.
    /// - Returns: The three fields.
    /// - Throws: That OpenSSL cannot hash.
    package static func fields(
        id: String, seconds: Int64, body: [UInt8], secrets: WebhookSecrets
    ) throws(OpenSSLError) -> [ClientField] {
        var signatures: [String] = []
        for key in secrets.keys {
            let code = try HMACSHA256.code(for: Array("\(id).\(seconds).".utf8) + body, key: key)
            signatures.append("v1,\(Base64.encode(code))")
        }
        return [
            ClientField("webhook-id", id), ClientField("webhook-timestamp", String(seconds)),
            ClientField("webhook-signature", signatures.joined(separator: " ")),
        ]
    }
}
