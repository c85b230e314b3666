import AppStoreVerification
import Entitlements
import EntitlementStorage
import NotificationProcessing
import OpenSSLCrypto
import StrictJSON
import Testing
import TestSupport

@Suite("Reports of deliveries")
struct ProcessingReportTests {
    @Test("A summary names what came, and holds no secret")
    func summary() async throws {
        let token = "7e3f1c2a-0000-4000-8000-000000000001"
        let processor = try NotificationProcessor.trusting(MemoryStore())
        let jws = try SampleNotification.signed(
            transaction: ["appAccountToken": .string(token)], changes: ["subtype": "INITIAL_BUY"])
        let summary = await processor.post(jws).summary
        var expected = ProcessingReport(outcome: .applied).summary
        expected.notificationUUID = SampleNotification.uuid(1)
        expected.type = "SUBSCRIBED"
        expected.subtype = "INITIAL_BUY"
        expected.environment = "Sandbox"
        expected.bundleId = SamplePayload.bundleId
        expected.productId = "com.example.app.pro.monthly"
        expected.originalTransactionId = SamplePayload.originalTransactionId
        expected.transactionId = SamplePayload.transactionId
        expected.appAccountToken = token
        expected.signedDate = SamplePayload.signedDate
        #expect(summary == expected)
        var logged = summary
        logged.appAccountToken = nil
        #expect(!secrets(of: jws).contains { "\(logged)".contains($0) })
    }

    @Test("The account token stands in one member, and in no text")
    func accountToken() async throws {
        let token = "7e3f1c2a-0000-4000-8000-000000000001"
        let processor = try NotificationProcessor.trusting(MemoryStore())
        let quarantined = await processor.post(
            try SampleNotification.signed(
                transaction: ["appAccountToken": .string(token), "expiresDate": "soon"]))
        #expect(quarantined.failure?.code == .payloadSchema)
        #expect(!"\(quarantined)".contains(token))
        let mismatch = await processor.post(
            try SampleNotification.signed(
                transaction: ["appAccountToken": .string(token), "environment": "Production"]))
        #expect(mismatch.failure?.code == .nestedMismatch)
        #expect(!"\(mismatch)".contains(token))
    }

    @Test("A rejection repeats neither the JWS nor what it holds")
    func rejection() async throws {
        let processor = try NotificationProcessor.trusting(MemoryStore())
        let sound = try SampleNotification.signed(transaction: [
            "appAccountToken": "7e3f1c2a-0000-4000-8000-000000000001"
        ])
        let parts = sound.split(separator: ".").map(String.init)
        let password = "0123456789abcdef0123456789abcdef"
        let bodies: [[UInt8]] = [
            TestSigner.body("\(parts[0]).\(parts[1]).AAAA"), TestSigner.body("\(parts[0]).\(parts[1])"),
            TestSigner.body("\(parts[1]).\(parts[0]).\(parts[2])"), [UInt8](sound.utf8),
            [UInt8]("{\"signedPayload\":\"\(sound)\",".utf8),
            [UInt8]("{\"notification_type\":\"DID_RENEW\",\"password\":\"\(password)\"}".utf8),
        ]
        for body in bodies {
            let report = await processor.process(body, source: .appStore)
            #expect(report.outcome == .rejected)
            #expect(!secrets(of: sound).contains { "\(report)".contains($0) })
            #expect(!"\(report)".contains(password))
        }
    }

    @Test("What an unverified header says is cut short and cannot steer a terminal")
    func hostileHeader() async throws {
        let signer = try TestSigner.shared()
        let hostile = "\u{1B}[2J\r\n\u{202E}" + String(repeating: "e\u{301}", count: 50_000)
        let jws = try signer.sign(payload: SamplePayload.notification(), header: ["alg": .string(hostile)])
        let failure = await NotificationProcessor(
            verifier: try .init(.init(trustsBuiltInRoots: false, addedRoots: [signer.root])), store: MemoryStore(),
            now: { 0 }
        ).post(jws).failure
        #expect(failure?.code == .jwsAlgorithm)
        let got = try #require(failure?.got)
        #expect(got.utf8.starts(with: "\\u{1b}[2J\\u{d}\\u{a}\\u{202e}e".utf8))
        #expect(got.utf8.count < 400)
    }

    /// Pieces of a JWS long enough to be told from chance.
    private func secrets(of jws: String) -> [String] {
        jws.split(separator: ".").flatMap { [String($0.prefix(40)), String($0.suffix(40))] }
    }
}

extension TestSigner {
    /// Signs under a header of any members.
    fileprivate func sign(payload: JSONValue, header: JSONValue) throws -> String {
        try HeaderSigner(key: authority.leafKey, header: header).sign(payload)
    }
}
