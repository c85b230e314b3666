import AppStoreModels
import AppStoreVerification
import TestSupport
import Testing

@Suite("Real notifications", .enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
struct RealNotificationTests {
    /// 2026-11-29T00:00:00Z: after the end of one of the two leaves.
    static let now: Int64 = 1_795_910_400_000

    private func jws(_ name: String) throws -> [UInt8] {
        [UInt8](try ThirdPartyVectors.text("app-store/\(name).sandbox.jws").utf8)
    }

    @Test("The built-in root alone verifies them, whatever the present", arguments: ["TEST", "SUBSCRIBED.RESUBSCRIBE"])
    func verifies(name: String) throws {
        let verifier = try SignedDataVerifier(VerifierConfiguration())
        guard case .notification(let notification) = try verifier.verify(jws(name), now: Self.now) else {
            Issue.record("not a notification")
            return
        }
        #expect(notification.nestedFailure == nil)
        #expect(notification.notification.environment == .sandbox)
        #expect(notification.notification.bundleId == "com.loki-project.loki-messenger")
        #expect((notification.transaction == nil) == (name == "TEST"))
        #expect((notification.renewalInfo == nil) == (name == "TEST"))
        #expect(!notification.notification.chain.leadsToAddedRoot)
        let checks = try verifier.explain(jws(name), now: Self.now)
        #expect(checks.filter { $0.result == .failed || $0.result == .notReached } == [])
    }

    @Test("Under the clock now the one whose leaf has ended is refused")
    func now() throws {
        let verifier = try SignedDataVerifier(VerifierConfiguration(clock: .now))
        let expired = #expect(throws: VerificationFailure.self) {
            try verifier.verify(jws("TEST"), now: Self.now)
        }
        #expect(expired?.code == .chainExpired)
        #expect(expired?.expected == "a time up to 2025-10-11T19:51:52.000Z")
        let verified = try verifier.verify(jws("SUBSCRIBED.RESUBSCRIBE"), now: Self.now)
        #expect(verified.nestedFailure == nil)
    }

    @Test("They are for their app, their environment and their root alone")
    func others() throws {
        func code(_ configuration: VerifierConfiguration) throws -> FailureCode? {
            do throws(VerificationFailure) {
                let verifier = try? SignedDataVerifier(configuration)
                _ = try verifier?.verify((try? jws("SUBSCRIBED.RESUBSCRIBE")) ?? [], now: Self.now)
                return nil
            } catch { return error.code }
        }
        let app = AppIdentity(bundleId: "com.loki-project.loki-messenger", appAppleId: 1_470_168_868)
        #expect(try code(VerifierConfiguration(apps: [app])) == nil)
        #expect(try code(VerifierConfiguration(apps: [AppIdentity(bundleId: "com.example.app")])) == .appBundleID)
        #expect(try code(VerifierConfiguration(environments: [.production])) == .appEnvironment)
        let ours = VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [try TestSigner.shared().root])
        #expect(try code(ours) == .chainUntrusted)
    }
}
