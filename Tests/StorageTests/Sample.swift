import EntitlementStorage
import Entitlements

/// Facts and deliveries made by hand: the stores look at keys and texts, never at signatures.
enum Sample {
    static let scope = AppScope(environment: "Production", bundleId: "com.example.app")
    static let sandbox = AppScope(environment: "Sandbox", bundleId: "com.example.app")

    /// A stand-in for SHA-256: 32 bytes that depend on every byte of the payload.
    static func digest(_ payload: [UInt8]) -> FactDigest {
        var bytes: [UInt8] = []
        for seed in UInt64(1)...4 {
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325 &* seed
            for byte in payload { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: hash >> UInt64(shift)))
            }
        }
        return FactDigest(bytes: bytes) ?? .zero
    }

    static func text(_ payload: String, header: String = "eyJhbGciOiJFUzI1NiJ9", signature: UInt8 = 7) -> SignedText {
        SignedText(
            headerSegment: Array(header.utf8), payload: Array(payload.utf8),
            signature: Array(repeating: signature, count: 64))
    }

    static func transaction(
        _ id: String, line: String? = nil, date: Int64, scope: AppScope = scope, token: String? = nil,
        download: String? = nil, note: String = "", signature: UInt8 = 7
    ) -> StoredVersion {
        let statement = TransactionStatement(
            transactionId: id, originalTransactionId: line, productId: note.isEmpty ? nil : note,
            purchaseDate: date, appAccountToken: token, appTransactionId: download)
        let payload =
            #"{"id":"\#(id)","line":"\#(line ?? "")","date":\#(date),"token":"\#(token ?? "")","note":"\#(note)"}"#
        return StoredVersion(
            version: FactVersion(
                identity: FactIdentity(scope: scope, kind: .transaction, id: id), date: date,
                digest: digest(Array(payload.utf8)), statement: .transaction(statement)),
            text: text(payload, signature: signature))
    }

    static func renewal(
        line: String, date: Int64, scope: AppScope = scope, token: String? = nil, note: String = "",
        signature: UInt8 = 7
    ) -> StoredVersion {
        let statement = RenewalStatement(
            originalTransactionId: line, productId: note.isEmpty ? nil : note, appAccountToken: token)
        let payload = #"{"renewal":"\#(line)","date":\#(date),"note":"\#(note)"}"#
        return StoredVersion(
            version: FactVersion(
                identity: FactIdentity(scope: scope, kind: .renewalInfo, id: line), date: date,
                digest: digest(Array(payload.utf8)), statement: .renewalInfo(statement)),
            text: text(payload, signature: signature))
    }

    static func appTransaction(_ id: String, date: Int64, scope: AppScope = scope) -> StoredVersion {
        let payload = #"{"app":"\#(id)","date":\#(date)}"#
        return StoredVersion(
            version: FactVersion(
                identity: FactIdentity(scope: scope, kind: .appTransaction, id: id), date: date,
                digest: digest(Array(payload.utf8)),
                statement: .appTransaction(AppTransactionStatement(appTransactionId: id))),
            text: text(payload))
    }

    /// A notification with the facts' JWS in its payload, as Apple nests them; a status is added where one is given.
    static func notification(
        _ uuid: String, date: Int64, scope: AppScope = scope, type: String = "DID_RENEW", facts: [StoredVersion] = [],
        status: (line: String, value: Int)? = nil, note: String = "", signature: UInt8 = 9, receivedAt: Int64 = 1
    ) -> VerifiedDelivery {
        let (header, text) = outer(
            uuid, date: date, type: type, facts: facts, status: status, note: note, signature: signature)
        var all = facts
        if let status {
            all.append(
                StoredVersion(
                    version: FactVersion(
                        status: StatusStatement(originalTransactionId: status.line, status: status.value), scope: scope,
                        notificationDate: date, notificationDigest: header.digest),
                    text: nil))
        }
        return VerifiedDelivery(
            scope: scope, notification: header, text: text, facts: all,
            hasPurchaseFact: all.contains { $0.version.identity.kind != .appTransaction }, receivedAt: receivedAt,
            source: .appStore)
    }

    /// The same notification as it is kept when something inside cannot be believed.
    static func quarantined(
        _ uuid: String, date: Int64, scope: AppScope = scope, facts: [StoredVersion] = [], note: String = "",
        code: String = "signature.invalid"
    ) -> QuarantinedDelivery {
        let (header, text) = outer(
            uuid, date: date, type: "DID_RENEW", facts: facts, status: nil, note: note, signature: 9)
        return QuarantinedDelivery(
            scope: scope, notification: header, text: text,
            failure: DeliveryFailure(code: code, path: "data.signedTransactionInfo", message: "not the signer's"),
            receivedAt: 2, source: .appStore)
    }

    /// A signed object that a client sent by itself.
    static func client(_ fact: StoredVersion) -> VerifiedDelivery {
        VerifiedDelivery(
            scope: fact.version.identity.scope, notification: nil, text: fact.text ?? text("{}"), facts: [fact],
            hasPurchaseFact: fact.version.identity.kind != .appTransaction, receivedAt: 3, source: .client)
    }

    static func rejected(_ size: Int, code: String = "jws.segments", at receivedAt: Int64 = 4) -> RejectedInput {
        RejectedInput(
            body: Array(repeating: 0x7B, count: size), code: code, message: "three segments expected",
            label: size % 2 == 0 ? "v1 notification" : nil, receivedAt: receivedAt, source: .ingest)
    }

    private static func outer(
        _ uuid: String, date: Int64, type: String, facts: [StoredVersion], status: (line: String, value: Int)?,
        note: String, signature: UInt8
    ) -> (NotificationHeader, SignedText) {
        var payload = #"{"notificationUUID":"\#(uuid)","notificationType":"\#(type)","signedDate":\#(date)"#
        if let status { payload += #","line":"\#(status.line)","status":\#(status.value)"# }
        for fact in facts {
            guard let text = fact.text else { continue }
            payload += #","signed":"\#(String(decoding: text.compact, as: UTF8.self))""#
        }
        payload += #","note":"\#(note)"}"#
        let text = text(payload, signature: signature)
        return (
            NotificationHeader(
                uuid: uuid, type: type, subtype: note.isEmpty ? nil : note, signedDate: date,
                digest: digest(text.payload)), text
        )
    }
}

extension EntitlementStore {
    /// Commits each submission by itself.
    func outcomes(_ submissions: Submission...) async throws(StoreError) -> [CommitResult] {
        var results: [CommitResult] = []
        for submission in submissions { results += try await commit([submission]) }
        return results
    }

    /// All versions of all facts.
    func allVersions() async throws(StoreError) -> [VersionEntry] {
        var all: [VersionEntry] = []
        try await forEachVersion { entry in
            all.append(entry)
            return true
        }
        return all
    }

    /// All lines.
    func allLines(environment: String? = nil) async throws(StoreError) -> [LineRecord] {
        var all: [LineRecord] = []
        try await forEachLine(environment: environment) { record in
            all.append(record)
            return true
        }
        return all
    }
}
