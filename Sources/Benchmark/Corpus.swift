import FoundationEssentials
import JWS
import OpenSSLCrypto
import StrictJSON

/// Signed notifications to measure with: a folder with `root.der` and `corpus.ndjson`, one body a line.
struct Corpus {
    let root: Certificate
    let bodies: [[UInt8]]
    /// The JWS of each notification.
    let notifications: [[UInt8]]
    /// The signing inputs and signatures of each notification: its own and those of the payloads inside.
    let signatures: [[(message: ArraySlice<UInt8>, signature: P256Signature)]]
    /// The key that signed everything.
    let leafKey: P256PublicKey

    init(folder: String, limit: Int) throws {
        root = try Certificate(der: [UInt8](Data(contentsOf: URL(filePath: folder + "/root.der"))))
        let text = [UInt8](try Data(contentsOf: URL(filePath: folder + "/corpus.ndjson")))
        bodies = text.split(separator: UInt8(ascii: "\n")).prefix(limit).map(Array.init)
        var notifications: [[UInt8]] = []
        var signatures: [[(message: ArraySlice<UInt8>, signature: P256Signature)]] = []
        var leafKey: P256PublicKey?
        for body in bodies {
            guard let payload = try JSONDocument(parsing: body).root["signedPayload"]?.string else { continue }
            let jws = try CompactJWS(parsing: payload)
            let data = try JSONDocument(parsing: jws.payload).root["data"]
            let nested = try ["signedTransactionInfo", "signedRenewalInfo"].compactMap { name in
                try data?[name]?.string.map { try CompactJWS(parsing: $0) }
            }
            if leafKey == nil {
                leafKey = try jws.header().x5cDER().first.flatMap { try Certificate(der: $0).subjectPublicKey }
            }
            notifications.append([UInt8](payload.utf8))
            signatures.append(
                ([jws] + nested).compactMap { jws in P256Signature(jws.signature).map { (jws.signingInput, $0) } })
        }
        guard let leafKey else { throw BenchmarkError.emptyCorpus }
        self.notifications = notifications
        self.signatures = signatures
        self.leafKey = leafKey
    }
}

enum BenchmarkError: Error {
    case usage
    case emptyCorpus
    case wrongResult(String)
}
