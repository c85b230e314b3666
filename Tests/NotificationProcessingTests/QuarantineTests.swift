import AppStoreVerification
import Entitlements
import EntitlementStorage
import NotificationProcessing
import OpenSSLCrypto
import StrictJSON
import Testing
import TestSupport

@Suite("Notifications in which something cannot be believed")
struct QuarantineTests {
    @Test("Nothing of it is merged, and the failure says where", arguments: StoreKind.allCases)
    func nothingIsMerged(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let report = await processor.post(try SampleNotification.signed(renewalInfo: ["environment": "Production"]))
            #expect(report.outcome == .quarantined)
            #expect(report.failure?.code == .nestedMismatch)
            #expect(report.failure?.path == "data.signedRenewalInfo")
            #expect(report.summary.type == "SUBSCRIBED")
            // The transaction inside is genuine, but nobody vouches for the whole.
            #expect(report.summary.transactionId == nil)
            #expect(try await store.lines(after: nil, environment: nil, limit: 10).isEmpty)
            #expect(try await store.versions(after: nil, limit: 10).isEmpty)
            let log = try await store.notifications(NotificationQuery(limit: 10))
            #expect(log.map(\.outcome) == [.quarantined])
            #expect(log.first?.failure?.path == "data.signedRenewalInfo")
        }
    }

    @Test("The same delivery runs again, and once it can be verified it is applied", arguments: StoreKind.allCases)
    func runsAgain(kind: StoreKind) async throws {
        try await kind.run { store in
            // What is inside was signed by an authority that is trusted only later.
            let other = TestSigner(
                try .init(name: "Later", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter))
            let jws = try TestSigner.shared().sign(
                SamplePayload.notification(
                    data: ["signedTransactionInfo": .string(try other.sign(SamplePayload.transaction()))]))
            let before = try NotificationProcessor.trusting(store)
            for _ in 0..<2 {
                let report = await before.post(jws)
                #expect(report.outcome == .quarantined)
                #expect(report.failure?.code == .chainUntrusted)
            }
            let after = NotificationProcessor(
                verifier: try .init(
                    .init(trustsBuiltInRoots: false, addedRoots: [try TestSigner.shared().root, other.root])),
                store: store, now: { SamplePayload.signedDate })
            #expect(await after.post(jws).outcome == .applied)
            #expect(await after.post(jws).outcome == .duplicate)
            let log = try await store.notifications(NotificationQuery(limit: 10))
            #expect(log.map(\.outcome) == [.quarantined, .applied])
            #expect(log.first?.resolvedBy == log.last?.sequence)
            // Whoever still cannot verify it changes nothing any more.
            #expect(await before.post(jws).outcome == .quarantined)
            #expect(try await store.lines(after: nil, environment: nil, limit: 10).count == 1)
            let counts = try await store.counts().notifications
            #expect(counts[.quarantined, default: 0] == 0)
            #expect(counts[.applied] == 1)
        }
    }

    @Test("It takes no part in the digests")
    func digests() async throws {
        let (with, without) = (MemoryStore(), MemoryStore())
        let sound = try SampleNotification.signed(uuid: 2)
        let bad = try SampleNotification.signed(uuid: 1, transaction: ["bundleId": "com.example.other"])
        let processor = try NotificationProcessor.trusting(with)
        #expect(await processor.post(bad).outcome == .quarantined)
        #expect(await processor.post(sound).outcome == .applied)
        #expect(try await NotificationProcessor.trusting(without).post(sound).outcome == .applied)
        #expect(try await with.digests() == without.digests())
    }
}
