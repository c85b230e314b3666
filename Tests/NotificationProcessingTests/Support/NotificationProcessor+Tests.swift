import AppStoreModels
import AppStoreVerification
import EntitlementStorage
import NotificationProcessing
import StrictJSON
import TestSupport

extension NotificationProcessor {
    /// A processor that trusts the root of this test run.
    static func trusting(
        _ store: any EntitlementStore, apps: [AppIdentity] = [], capacity: Int = 4096, groupSize: Int = 256
    ) throws -> NotificationProcessor {
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(
                trustsBuiltInRoots: false, addedRoots: [TestSigner.shared().root], apps: apps))
        return NotificationProcessor(
            verifier: verifier, store: store, capacity: capacity, groupSize: groupSize,
            now: { SamplePayload.signedDate + 1000 })
    }

    /// Processes a JWS as Apple posts it.
    func post(_ jws: String) async -> ProcessingReport {
        await process(TestSigner.body(jws), source: .appStore)
    }
}

/// Notifications about the sample subscription.
enum SampleNotification {
    /// A notification with a transaction and renewal info inside.
    static func signed(
        _ type: String = "SUBSCRIBED", uuid: Int = 1, at date: Int64 = SamplePayload.signedDate,
        transaction: JSONValue? = [:], renewalInfo: JSONValue? = [:], changes: JSONValue = [:], data: JSONValue = [:]
    ) throws -> String {
        let dated: JSONValue = ["signedDate": .integer(date)]
        return try TestSigner.shared().sign(
            notification: SamplePayload.notification(
                type, dated.replacing(["notificationUUID": .string(SampleNotification.uuid(uuid))]).replacing(changes),
                data: data),
            transaction: transaction.map { SamplePayload.transaction(dated.replacing($0)) },
            renewalInfo: renewalInfo.map { SamplePayload.renewalInfo(dated.replacing($0)) })
    }

    static func uuid(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}
