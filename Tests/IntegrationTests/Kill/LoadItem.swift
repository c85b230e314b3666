internal import JWS
internal import OpenSSLCrypto
internal import StrictJSON
internal import TestSupport

/// A notification of the load, in one or two wordings that say the same.
struct LoadItem: Sendable {
    /// The UUID and the digest of the payload: what the service may hold one row of.
    let key: String
    /// The request body.
    let body: [UInt8]
    /// The same payload signed once more, for some.
    let resigned: [UInt8]?

    static func key(uuid: String, digest: String) -> String { "\(uuid) \(digest)" }
}

extension LoadItem {
    /// Signs the item of a number; each differs from all others.
    ///
    /// Five items make the life of one line; some hold nothing about a purchase, and some are other words under the
    /// UUID of the item before.
    init(_ number: Int, signer: TestSigner) throws {
        let (line, period) = (number / 5, number % 5)
        let date = SamplePayload.signedDate + Int64(line) * 1000 + Int64(period) * SamplePayload.period
        let repeatsId = number % 10 == 9
        let uuid = "kill-\(repeatsId ? number - 1 : number)"
        let members: JSONValue = ["notificationUUID": .string(uuid), "signedDate": .integer(date)]
        let jws: String
        if number % 25 == 24 {
            jws = try signer.sign(SamplePayload.notification("TEST", members, data: ["status": nil]))
        } else {
            let original = "3\(String(repeating: "0", count: 8))\(1_000_000 + line)"
            let renewalInfo = SamplePayload.renewalInfo([
                "originalTransactionId": .string(original), "signedDate": .integer(date),
            ])
            jws = try signer.sign(
                notification: SamplePayload.notification(period == 0 ? "SUBSCRIBED" : "DID_RENEW", members),
                transaction: SamplePayload.transaction([
                    "transactionId": .string("\(original)\(period)"), "originalTransactionId": .string(original),
                    "webOrderLineItemId": .string("9\(original)\(period)"), "signedDate": .integer(date),
                    "purchaseDate": .integer(date), "expiresDate": .integer(date + SamplePayload.period),
                ]), renewalInfo: number % 4 == 0 ? renewalInfo : Optional.none)
        }
        let payload = try CompactJWS(parsing: Array(jws.utf8)).payload
        key = LoadItem.key(uuid: uuid, digest: SHA256.digest(of: payload).hexadecimal)
        body = TestSigner.body(jws)
        resigned = number % 7 == 0 ? TestSigner.body(try signer.sign(bytes: payload)) : nil
    }
}
