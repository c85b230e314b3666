internal import EntitlementStorage
internal import Entitlements
internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("Taking notifications", .timeLimit(.minutes(1)))
struct NotificationIntakeTests {
    private let signer: TestSigner

    init() throws { signer = try TestSigner.shared() }

    private func notification(
        _ type: String = "SUBSCRIBED", uuid: String = "a", transaction: JSONValue = [:], signedDate: Int64? = nil
    ) throws -> String {
        let date = JSONValue.integer(signedDate ?? SamplePayload.signedDate)
        return try signer.sign(
            notification: SamplePayload.notification(
                type, ["notificationUUID": .string(uuid), "signedDate": date]),
            transaction: SamplePayload.transaction(["signedDate": date]).replacing(transaction),
            renewalInfo: SamplePayload.renewalInfo(["signedDate": date]))
    }

    @Test("Outcomes are answered 200 after the commit", arguments: TestService.Store.allCases)
    func outcomes(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store)
        let later = SamplePayload.signedDate + 60_000
        let first = try notification(uuid: "a", signedDate: later)
        let steps: [(String, String)] = [
            (first, "applied"), (first, "duplicate"),
            (try notification(uuid: "b"), "superseded"),
            (
                try signer.sign(
                    SamplePayload.notification("TEST", ["notificationUUID": "c"], data: ["status": nil])), "recorded"
            ),
        ]
        for (jws, outcome) in steps {
            let answer = try await service.post(jws: jws)
            #expect(answer?.status == 200)
            #expect(answer?.text == "{\"outcome\":\"\(outcome)\"}\n")
        }
        let summary = await service.stop()
        #expect(summary.notifications == ["applied": 1, "duplicate": 1, "superseded": 1, "recorded": 1])
    }
}
