import AppStoreModels
import OpenSSLCrypto
import SimulatorScenarios
import StoreSimulator
import Testing

@Suite("Built-in scenarios")
struct BuiltInScenarioTests {
    private static let scenarios = (try? BuiltInScenarios.all()) ?? []

    @Test("Every scenario can be read, and has a name, a purpose and a seed of its own")
    func complete() throws {
        let all = try BuiltInScenarios.all()
        #expect(all.count == BuiltInScenarios.texts.count)
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(Set(all.map(\.seed)).count == all.count)
        for scenario in all {
            #expect(!scenario.purpose.isEmpty && !scenario.purpose.hasSuffix("."), "\(scenario.name)")
            #expect(!scenario.purpose.contains("\n"), "\(scenario.name)")
        }
    }

    @Test("Every scenario says in its steps what is sent", arguments: scenarios)
    func says(_ scenario: Scenario) {
        let expectsAll = if case .expectNotifications = scenario.steps.last { true } else { false }
        #expect(expectsAll)
    }

    @Test("Together they send every pair of type and subtype")
    func pairs() async throws {
        let chain = try SigningChain.appStore(from: 0, to: 4_000_000_000_000)
        var sent: Set<String> = []
        for scenario in try BuiltInScenarios.all() {
            let session = try scenario.makeSession(chain: chain)
            let summary = try await ScenarioRunner(scenario, in: session, receiver: RehearsalReceiver()).run { _ in }
            #expect(summary.unmet == 0, "\(scenario.name)")
            #expect(summary.digest == nil)
            sent.formUnion(summary.pairs)
        }
        #expect(NotificationPairs.all.count == 39)
        #expect(sent == Set(NotificationPairs.all))
    }

    /// The typical sequences, each with a scenario that sends it in this order, others between.
    static let sequences: [(String, [String])] = [
        (
            "life",
            [
                "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
                "EXPIRED.VOLUNTARY", "SUBSCRIBED.RESUBSCRIBE",
            ]
        ),
        ("grace-recovery", ["DID_FAIL_TO_RENEW.GRACE_PERIOD", "DID_RENEW.BILLING_RECOVERY"]),
        (
            "grace-lapse-recovery",
            ["DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED", "DID_RENEW.BILLING_RECOVERY"]
        ),
        ("grace-lapse-end", ["DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED", "EXPIRED.BILLING_RETRY"]),
        ("retry-recovery", ["DID_FAIL_TO_RENEW", "DID_RENEW.BILLING_RECOVERY"]),
        ("retry-end", ["DID_FAIL_TO_RENEW", "EXPIRED.BILLING_RETRY"]),
        ("downgrade", ["DID_CHANGE_RENEWAL_PREF.DOWNGRADE", "DID_RENEW"]),
        ("upgrade", ["DID_CHANGE_RENEWAL_PREF.UPGRADE", "DID_RENEW"]),
        ("refund", ["CONSUMPTION_REQUEST", "CONSUMPTION_REQUEST", "REFUND", "REFUND_REVERSED"]),
        ("refund-declined", ["CONSUMPTION_REQUEST", "REFUND_DECLINED"]),
        ("price-increase-accepted", ["PRICE_INCREASE.PENDING", "PRICE_INCREASE.ACCEPTED", "DID_RENEW"]),
        ("price-increase-unanswered", ["PRICE_INCREASE.PENDING", "EXPIRED.PRICE_INCREASE"]),
        ("family", ["REFUND", "REVOKE"]),
    ]

    @Test("Every typical sequence is sent by its scenario", arguments: sequences)
    func sequence(_ name: String, _ pairs: [String]) async throws {
        let scenario = try #require(try BuiltInScenarios.named(name))
        let session = try scenario.makeSession()
        let sent = try await ScenarioRunner(scenario, in: session, receiver: RehearsalReceiver()).run { _ in }.pairs
        var rest = pairs[...]
        for pair in sent where pair == rest.first { rest.removeFirst() }
        #expect(rest.isEmpty, "sent \(sent)")
    }
}

extension Scenario: CustomTestStringConvertible {
    package var testDescription: String { name }
}
