internal import OpenSSLCrypto
internal import StrictJSON
internal import TestSupport

/// Signed data that many tests give to the program, and a folder with the root to trust.
struct SignedSamples {
    let folder: TemporaryFolder
    let signer: TestSigner
    /// The path of the root certificate.
    let root: String

    init() throws {
        folder = try TemporaryFolder()
        signer = try TestSigner.shared()
        root = try folder.write("root.pem", signer.root.pem)
    }

    /// The address of a SQLite store in the folder.
    func store(_ name: String = "store.db") -> String { "sqlite:\(folder.file(name))" }

    /// A notification about one period of a line, both counted from 0, with transaction and renewal info inside.
    ///
    /// Each period lasts 30 days and is signed at its beginning; each line belongs to a customer of its own. Members of
    /// `transaction` replace those of the transaction.
    func notification(
        _ number: Int = 0, line: Int = 0, type: String? = nil, transaction: JSONValue = [:]
    ) throws -> String {
        let begin = SamplePayload.signedDate + Int64(number) * SamplePayload.period
        let original = SignedSamples.original(line)
        return try signer.sign(
            notification: SamplePayload.notification(
                type ?? (number == 0 ? "SUBSCRIBED" : "DID_RENEW"),
                ["notificationUUID": .string(SignedSamples.uuid(number, line)), "signedDate": .integer(begin)]),
            transaction: SamplePayload.transaction([
                "transactionId": .string("20000009\(line)000000\(number)"),
                "originalTransactionId": .string(original),
                "webOrderLineItemId": .string("20000008\(line)000000\(number)"),
                "purchaseDate": .integer(begin), "expiresDate": .integer(begin + SamplePayload.period),
                "signedDate": .integer(begin), "appAccountToken": .string(SignedSamples.customer(line)),
                "appTransactionId": .string("70400000000000000\(line)"),
            ]).replacing(transaction),
            renewalInfo: SamplePayload.renewalInfo([
                "originalTransactionId": .string(original), "signedDate": .integer(begin),
                "renewalDate": .integer(begin + SamplePayload.period),
                "appTransactionId": .string("70400000000000000\(line)"),
            ]))
    }

    /// A notification whose transaction is signed by nobody.
    func quarantinable() throws -> String {
        var transaction = try signer.sign(SamplePayload.transaction())
        transaction.replaceSubrange(
            transaction.index(transaction.endIndex, offsetBy: -20)..., with: String(repeating: "A", count: 20))
        return try signer.sign(
            SamplePayload.notification(
                "SUBSCRIBED", ["notificationUUID": "bad-inside"], data: ["signedTransactionInfo": .string(transaction)])
        )
    }

    /// A notification with nothing about a purchase inside.
    func recordable() throws -> String {
        try signer.sign(SamplePayload.notification("TEST", ["notificationUUID": "nothing"], data: ["status": nil]))
    }

    static func original(_ line: Int) -> String { "20000009\(line)0000000" }
    static func customer(_ line: Int) -> String { "00000000-0000-4000-9000-00000000000\(line)" }
    static func uuid(_ number: Int, _ line: Int) -> String { "00000000-0000-4000-8000-0000000\(line)000\(number)" }

    /// The body of a request.
    static func body(_ jws: String) -> String { String(decoding: TestSigner.body(jws), as: UTF8.self) }
}

extension JSONNode {
    /// The names of the members in their order.
    var names: [String] { members.map(\.name) }
}
