import AppStoreModels
import AppStoreVerification
import TestSupport
import Testing

@Suite("Real notifications", .enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
struct RealNotificationTests {
    /// 2026-11-29T00:00:00Z: after the end of one of the two leaves.
    static let now: Int64 = 1_795_910_400_000

    @Test("The built-in root alone verifies them, whatever the present", arguments: ["TEST", "SUBSCRIBED.RESUBSCRIBE"])
    func verifies(name: String) throws {
        let verifier = try SignedDataVerifier(VerifierConfiguration())
        let jws = [UInt8](try ThirdPartyVectors.text("app-store/\(name).sandbox.jws").utf8)
        guard case .notification(let notification) = try verifier.verify(jws, now: Self.now) else {
            Issue.record("not a notification")
            return
        }
        #expect(notification.nestedFailure == nil)
        #expect(notification.notification.environment == .sandbox)
        #expect((notification.transaction == nil) == (name == "TEST"))
        #expect((notification.renewalInfo == nil) == (name == "TEST"))
    }
}
