internal import JWS
internal import StrictJSON

/// The line that unverified data says it is about: enough to ask the App Store, and for nothing else.
enum ClaimedLine {
    /// How long an id may be to be worth a question.
    private static let longest = 64

    /// The original transaction id that a signed object inside a notification's payload claims.
    static func originalTransactionId(inNotification payload: [UInt8]) -> String? {
        guard let data = try? JSONDocument(parsing: payload).root["data"] else { return nil }
        for name in ["signedTransactionInfo", "signedRenewalInfo"] {
            guard let jws = data[name]?.string, let id = originalTransactionId(inJWS: jws) else { continue }
            return id
        }
        return nil
    }

    private static func originalTransactionId(inJWS jws: String) -> String? {
        let segments = jws.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3, let bytes = try? Base64URL.decode(Array(segments[1])[...]),
            let id = try? JSONDocument(parsing: bytes).root["originalTransactionId"]?.string,
            (1...longest).contains(id.utf8.count), id.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return id
    }
}
