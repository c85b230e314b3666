import AppStoreVerification
import Entitlements
import EntitlementStorage
import NotificationProcessing
import OpenSSLCrypto
import StrictJSON
import Testing
import TestSupport

@Suite("Processing of notifications")
struct NotificationProcessorTests {
    @Test("A first notification is applied, the same again a duplicate", arguments: StoreKind.allCases)
    func applied(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let jws = try SampleNotification.signed()
            let first = await processor.post(jws)
            #expect(first.outcome == .applied)
            #expect(first.failure == nil && first.storeError == nil && !first.isFlagged && first.label == nil)
            #expect(await processor.post(jws).outcome == .duplicate)
            #expect(try await store.counts().notifications == [.applied: 1])
        }
    }

    @Test("One payload under two signatures is one notification", arguments: StoreKind.allCases)
    func signatureTwin(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let payload = SamplePayload.notification(
                data: ["signedTransactionInfo": .string(try TestSigner.shared().sign(SamplePayload.transaction()))])
            let (one, other) = (try TestSigner.shared().sign(payload), try TestSigner.shared().sign(payload))
            #expect(one != other)
            #expect(await processor.post(one).outcome == .applied)
            #expect(await processor.post(other).outcome == .duplicate)
            let kept = try await store.notification(uuid: SampleNotification.uuid(1))
            #expect(kept.map { String(decoding: $0.text.compact, as: UTF8.self) } == [min(one, other)])
        }
    }

    @Test(
        "An older notification is superseded, and an equal id with other bytes is flagged",
        arguments: StoreKind.allCases)
    func superseded(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let date = SamplePayload.signedDate
            #expect(await processor.post(try SampleNotification.signed(uuid: 2, at: date)).outcome == .applied)
            let older = await processor.post(
                try SampleNotification.signed(uuid: 1, at: date - 1, data: ["status": .null]))
            #expect(older.outcome == .superseded)
            #expect(!older.isFlagged)
            let other = await processor.post(
                try SampleNotification.signed(uuid: 2, at: date + 1, renewalInfo: ["autoRenewStatus": 0]))
            #expect(other.outcome == .applied)
            #expect(other.isFlagged)
        }
    }

    @Test("Without a purchase inside a notification is recorded", arguments: StoreKind.allCases)
    func recorded(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let signer = try TestSigner.shared()
            let test = SamplePayload.notification("TEST", data: ["status": .null])
            #expect(await processor.post(try signer.sign(test)).outcome == .recorded)
            #expect(await processor.post(try signer.sign(test)).outcome == .duplicate)
            let summary: JSONValue = [
                "data": .null, "notificationUUID": .string(SampleNotification.uuid(2)), "subtype": "SUMMARY",
                "summary": [
                    "environment": "Sandbox", "bundleId": .string(SamplePayload.bundleId), "succeededCount": 5,
                    "failedCount": 1, "requestIdentifier": "r",
                ],
            ]
            let extended = SamplePayload.notification("RENEWAL_EXTENSION").replacing(summary)
            #expect(await processor.post(try signer.sign(extended)).outcome == .recorded)
            let unknown = SamplePayload.notification("SOMETHING_NEW").replacing([
                "data": .null, "notificationUUID": .string(SampleNotification.uuid(3)), "newData": ["x": 1],
            ])
            let report = await processor.post(try signer.sign(unknown))
            #expect(report.outcome == .recorded)
            #expect(report.summary.environment == nil && report.summary.bundleId == nil)
            #expect(try await store.counts().notifications[.recorded] == 3)
            #expect(try await store.lines(after: nil, environment: nil, limit: 10).isEmpty)
        }
    }

    @Test("An unknown type that carries data is merged like any other", arguments: StoreKind.allCases)
    func unknownType(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            #expect(await processor.post(try SampleNotification.signed("SOMETHING_NEW")).outcome == .applied)
            #expect(try await store.lines(after: nil, environment: nil, limit: 10).count == 1)
        }
    }

    @Test("What cannot be verified is rejected with its code, and kept", arguments: StoreKind.allCases)
    func rejected(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(
                store, apps: [AppIdentity(bundleId: SamplePayload.bundleId, appAppleId: SamplePayload.appAppleId)])
            let signer = try TestSigner.shared()
            let sound = try SampleNotification.signed()
            let cases: [(String, [UInt8])] = [
                ("input.empty", []), ("input.kind", [UInt8]("{}".utf8)), ("input.kind", [UInt8](sound.utf8)),
                ("jws.segments", TestSigner.body("a.b")),
                ("signature.invalid", TestSigner.body(String(sound.dropLast(4)) + "AAAA")),
                ("payload.kind", TestSigner.body(try signer.sign(SamplePayload.transaction()))),
                (
                    "app.bundle_id",
                    TestSigner.body(
                        try signer.sign(SamplePayload.notification(data: ["bundleId": "com.example.other"])))
                ),
                (
                    "app.environment",
                    TestSigner.body(try signer.sign(SamplePayload.notification(environment: "LocalTesting")))
                ),
            ]
            for (code, body) in cases {
                let report = await processor.process(body, source: .appStore)
                #expect(report.outcome == .rejected)
                #expect(report.failure?.code.rawValue == code)
                #expect(report.label == nil)
            }
            let kept = try await store.rejected(after: nil, limit: 100)
            #expect(kept.map(\.input.code) == cases.map(\.0))
            #expect(kept.map(\.input.body) == cases.map(\.1))
            #expect(try await store.notifications(NotificationQuery(limit: 10)).isEmpty)
            #expect(try await store.greatestDate() == nil)
        }
    }

    @Test("Version 1 and Sign in with Apple are labelled, kept and never believed", arguments: StoreKind.allCases)
    func labels(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let bodies = [
                (#"{"notification_type":"DID_RENEW","unified_receipt":{}}"#, NotificationBody.Label.version1),
                (#"{"payload":"eyJh.eyJi.AAAA"}"#, .signInWithApple),
            ]
            for (text, label) in bodies {
                let report = await processor.process([UInt8](text.utf8), source: .appStore)
                #expect(report.outcome == .rejected)
                #expect(report.failure?.code == .inputKind)
                #expect(report.label == label.rawValue)
            }
            let kept = try await store.rejected(after: nil, limit: 10)
            #expect(kept.map(\.input.label) == bodies.map(\.1.rawValue))
        }
    }

    @Test(
        "A client's transaction is applied once, and its notification adds what is new", arguments: StoreKind.allCases)
    func client(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let jws = [UInt8](try TestSigner.shared().sign(SamplePayload.transaction()).utf8)
            let first = await processor.process(clientTransaction: jws)
            #expect(first.outcome == .applied)
            #expect(first.summary.transactionId == SamplePayload.transactionId)
            #expect(first.summary.notificationUUID == nil)
            #expect(await processor.process(clientTransaction: jws).outcome == .duplicate)
            #expect(await processor.post(try SampleNotification.signed()).outcome == .applied)
            let renewal = [UInt8](try TestSigner.shared().sign(SamplePayload.renewalInfo()).utf8)
            let other = await processor.process(clientTransaction: renewal)
            #expect(other.outcome == .rejected)
            #expect(other.failure?.code == .payloadKind)
        }
    }

    @Test("Sandbox and Production never meet", arguments: StoreKind.allCases)
    func environments(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            for environment in ["Sandbox", "Production"] {
                let jws = try TestSigner.shared().sign(
                    notification: SamplePayload.notification(environment: environment),
                    transaction: SamplePayload.transaction(environment: environment),
                    renewalInfo: SamplePayload.renewalInfo(environment: environment))
                #expect(await processor.post(jws).outcome == .applied)
            }
            let lines = try await store.lines(
                originalTransactionId: SamplePayload.originalTransactionId, environment: nil)
            #expect(lines.map(\.scope.environment) == ["Production", "Sandbox"])
        }
    }

    @Test("A batch keeps its order, and what comes first in it counts for the rest", arguments: StoreKind.allCases)
    func batch(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let date = SamplePayload.signedDate
            let sound = TestSigner.body(try SampleNotification.signed(uuid: 1, at: date))
            let bodies = [
                sound, sound, TestSigner.body("x"),
                TestSigner.body(try SampleNotification.signed(uuid: 2, at: date - 5, data: ["status": .null])),
                TestSigner.body(try SampleNotification.signed(uuid: 3, at: date + 5)),
                TestSigner.body(
                    try TestSigner.shared().sign(
                        SamplePayload.notification("TEST", ["notificationUUID": "t"], data: ["status": .null]))),
                TestSigner.body(try SampleNotification.signed(uuid: 4, renewalInfo: ["environment": "Production"])),
            ]
            let reports = try await processor.commit(processor.prepare(batch: bodies, source: .ingest))
            #expect(
                reports.map(\.outcome)
                    == [.applied, .duplicate, .rejected, .superseded, .applied, .recorded, .quarantined])
            #expect(try await processor.commit(processor.prepare(batch: [], source: .ingest)).isEmpty)
        }
    }
}
