import AppStoreModels
import JWS
import SimulatorScenarios
import StoreSimulator
import StrictJSON
import Testing

@Suite("Triggers")
struct TriggerTests {
    private let chain: SigningChain
    /// 2026-11-29T12:00:00Z.
    private let now: Int64 = 1_795_953_600_000

    init() throws { chain = try .appStore(from: 0, to: 4_000_000_000_000) }

    @Test("Every pair can be made at the moment that is asked for, or within the days before it, and never after it")
    func every() async throws {
        let plans = try await TriggerPlan.all(chain: chain)
        for pair in NotificationPairs.all {
            let plan = try #require(plans[pair], "\(pair)")
            let made = try #require(
                try await plan.make(at: now, seed: 9, bundleId: "org.app", chain: chain), "\(pair)")
            let notification = made.notification.notification
            #expect(notification.pair == pair)
            #expect((now - 4 * 86_400_000...now).contains(notification.signedDate), "\(pair)")
            #expect(made.app.bundleId == "org.app")
        }
    }

    @Test("Another seed makes another notification")
    func seeds() async throws {
        let plan = try #require(try await TriggerPlan.find("TEST", chain: chain))
        let first = try await plan.make(at: now, seed: 1, bundleId: nil, chain: chain)
        let second = try await plan.make(at: now, seed: 2, bundleId: nil, chain: chain)
        #expect(first?.notification.id != second?.notification.id)
    }

    private func payload(_ jws: String) throws -> JSONNode {
        try JSONDocument(parsing: CompactJWS(parsing: Array(jws.utf8)).payload).root
    }

    @Test("Fields of every part can be changed, and texts stay texts")
    func overrides() async throws {
        let plan = try #require(try await TriggerPlan.find("DID_RENEW", chain: chain))
        let made = try #require(try await plan.make(at: now, seed: 9, bundleId: nil, chain: chain))
        var overrides = PayloadOverrides()
        for text in [
            "transaction.price=4990", "transaction.transactionId=77", "renewalInfo.autoRenewStatus=0",
            "data.status=5", "data.more.inside=[1]", "version=3.0",
        ] { try overrides.add(text) }
        let jws = try overrides.sign(made.notification.notification, app: made.app, chain: chain)
        let root = try payload(jws)
        #expect(root["version"]?.string == "3.0")
        #expect(root["data"]?["status"]?.number?.integer == 5)
        #expect(root["data"]?["more"]?["inside"]?.elements.first { _ in true }?.number?.integer == 1)
        #expect(root["notificationType"]?.string == "DID_RENEW")
        let transaction = try payload(try #require(root["data"]?["signedTransactionInfo"]?.string))
        #expect(transaction["price"]?.number?.integer == 4990)
        #expect(transaction["transactionId"]?.string == "77")
        let renewal = try payload(try #require(root["data"]?["signedRenewalInfo"]?.string))
        #expect(renewal["autoRenewStatus"]?.number?.integer == 0)
    }

    @Test("A part that the notification has not cannot be changed")
    func noPart() async throws {
        let plan = try #require(try await TriggerPlan.find("TEST", chain: chain))
        let made = try #require(try await plan.make(at: now, seed: 9, bundleId: nil, chain: chain))
        var overrides = PayloadOverrides()
        try overrides.add("transaction.price=1")
        #expect(throws: PayloadOverrides.Mistake.noPart("transaction")) {
            try overrides.sign(made.notification.notification, app: made.app, chain: chain)
        }
    }

    @Test("What is no field and value is refused", arguments: ["price", "=1", "data..status=1", ".=1"])
    func form(_ text: String) {
        var overrides = PayloadOverrides()
        #expect(throws: PayloadOverrides.Mistake.form(text)) { try overrides.add(text) }
    }
}

extension TriggerTests {
    @Test(
        "Months of other lengths do not make it early",
        arguments: [
            "DID_RENEW", "DID_FAIL_TO_RENEW", "EXPIRED.VOLUNTARY", "EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER",
        ])
    func months(_ pair: String) async throws {
        let plan = try #require(try await TriggerPlan.find(pair, chain: chain))
        // 2026-03-01, 05-01 and 12-15, each at midnight.
        for date: Int64 in [1_772_323_200_000, 1_777_593_600_000, 1_797_292_800_000] {
            let made = try await plan.make(at: date, seed: 9, bundleId: nil, chain: chain)
            #expect(made?.notification.notification.signedDate == date)
        }
    }

    @Test("Where no month ends at the right time, it is made the day before")
    func calendar() async throws {
        let plan = try #require(try await TriggerPlan.find("EXPIRED.BILLING_RETRY", chain: chain))
        // 60 days before 2026-03-01 is the last of December, and a month from a last of November ends on the 30th.
        let made = try await plan.make(at: 1_772_323_200_000, seed: 9, bundleId: nil, chain: chain)
        #expect(made?.notification.notification.signedDate == 1_772_236_800_000)
    }

    @Test("A time before which nothing can have happened is refused")
    func tooEarly() async throws {
        let plan = try #require(try await TriggerPlan.find("DID_RENEW", chain: chain))
        await #expect(throws: ScenarioFailure.session(.refused(.dateOutOfRange(-2_678_400_000)))) {
            _ = try await plan.make(at: 0, seed: 9, bundleId: nil, chain: chain)
        }
        // Nor can what lies behind the last year that the store knows.
        #expect(try await plan.make(at: 253_402_300_800_000, seed: 9, bundleId: nil, chain: chain) == nil)
    }
}
