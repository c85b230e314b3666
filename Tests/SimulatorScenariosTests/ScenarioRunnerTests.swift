import AppStoreModels
import SimulatorScenarios
import StoreSimulator
import Synchronization
import Testing

/// Answers what it is told to, and remembers what it was asked.
private final class ScriptedReceiver: ScenarioReceiver {
    struct Question: Hashable {
        var id: String
        var environment: String
        var date: Int64
    }

    private let answer: String?
    private let fails: Bool
    private let asked = Mutex<[Question]>([])
    private let bodies = Mutex(0)

    init(_ answer: String?, fails: Bool = false) {
        self.answer = answer
        self.fails = fails
    }

    var questions: [Question] { asked.withLock { $0 } }
    var received: Int { bodies.withLock { $0 } }
    var answersQuestions: Bool { true }

    func receive(_ body: [UInt8]) async -> ScenarioReceipt {
        bodies.withLock { $0 += 1 }
        return fails
            ? ScenarioReceipt(result: .unsuccessfulHTTPResponseCode, answer: "503")
            : ScenarioReceipt(result: .success, answer: "200", milliseconds: 1)
    }

    func entitlements(
        ofCustomer id: String, environment: String, at date: Int64
    ) async throws(ScenarioFailure) -> [UInt8]? {
        asked.withLock { $0.append(Question(id: id, environment: environment, date: date)) }
        return answer.map { Array($0.utf8) }
    }
}

@Suite("Running scenarios")
struct ScenarioRunnerTests {
    private static let active = """
        {"entitlements": [{"name": "pro", "originalTransactionId": "1", "productId": "pro.monthly", "entitled": true,
                           "state": "active", "until": 1769904000000}],
         "lines": [{"originalTransactionId": "1", "productId": "pro.monthly", "entitled": true, "state": "active",
                    "until": 1769904000000},
                   {"originalTransactionId": "2", "productId": "pro.basic", "entitled": false, "state": "expired",
                    "until": null}]}
        """

    private func run(
        _ steps: String, environment: String = "Sandbox", chaos: DeliveryChaos? = nil,
        _ receiver: ScriptedReceiver
    ) async throws -> (reports: [ScenarioStepReport], summary: ScenarioSummary) {
        let text = #"{"environment": "\#(environment)", "steps": [\#(steps)]}"#
        let scenario = try Scenario(parsing: Array(text.utf8))
        let runner = ScenarioRunner(scenario, in: try scenario.makeSession(), chaos: chaos, receiver: receiver)
        var reports: [ScenarioStepReport] = []
        let summary = try await runner.run { reports.append($0) }
        return (reports, summary)
    }

    private static let buy = #"{"do": "buy", "customer": "ann", "product": "pro.monthly"}"#

    @Test(
        "An expectation compares what it names and nothing else",
        arguments: [
            (#""entitled": true"#, nil), (#""state": "active", "productId": "pro.monthly""#, nil),
            (#""until": "2026-02-01""#, nil), (#""name": "pro", "entitled": true"#, nil),
            (#""product": "pro.basic", "entitled": false, "until": null"#, nil),
            (#""product": "pro.top", "state": "none""#, nil),
            (
                #""entitled": false, "state": "expired""#,
                ("entitled false, state expired", "entitled true, state active")
            ),
            (#""product": "pro.top", "entitled": true"#, ("entitled true", "entitled false")),
            (#""name": "gold", "productId": "gold""#, ("productId gold", "productId none")),
            (#""until": "2026-02-02T10:00:00Z""#, ("until 2026-02-02T10:00:00Z", "until 2026-02-01")),
            (#""until": null"#, ("until null", "until 2026-02-01")),
        ] as [(String, (expected: String, got: String)?)])
    func expectation(_ members: String, _ unmet: (expected: String, got: String)?) async throws {
        let receiver = ScriptedReceiver(Self.active)
        let (reports, summary) = try await run(
            Self.buy + #", {"expect": {"customer": "ann", \#(members)}}"#, receiver)
        let check = reports.last?.check
        if let unmet {
            #expect(check == .unmet(expected: unmet.expected, got: unmet.got))
            #expect(!summary.isFine && summary.unmet == 1 && summary.met == 0)
        } else {
            #expect(check == .met)
            #expect(summary.isFine && summary.met == 1)
        }
    }

    @Test("A receiver is asked for the scenario's moment and environment, by the customer's id")
    func question() async throws {
        let receiver = ScriptedReceiver(Self.active)
        _ = try await run(
            Self.buy + #", {"advance": "P3D"}, {"expect": {"customer": "ann", "entitled": true}}"#,
            environment: "Production", receiver)
        let question = try #require(receiver.questions.first)
        #expect(question.environment == "Production")
        #expect(question.date == SessionOptions.defaultStart + 3 * 86_400_000)
        #expect(!question.id.isEmpty && question.id != "ann")
    }

    @Test("Of a customer who was never seen nobody is asked")
    func stranger() async throws {
        let receiver = ScriptedReceiver(Self.active)
        let (_, summary) = try await run(
            #"{"expect": {"customer": "zoe", "entitled": false, "state": "none"}}"#, receiver)
        #expect(summary.met == 1)
        #expect(receiver.questions.isEmpty)
    }

    @Test("Notifications are compared since the last time, in order")
    func notifications() async throws {
        let (reports, _) = try await run(
            Self.buy + #", {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY"]}, {"advance": "next event"}, "#
                + #"{"expectNotifications": ["DID_RENEW", "DID_RENEW"]}, {"expectNotifications": []}"#,
            ScriptedReceiver(nil))
        #expect(
            reports.compactMap(\.check) == [
                .met, .unmet(expected: "DID_RENEW, DID_RENEW", got: "DID_RENEW"), .met,
            ])
    }

    @Test("A refusal that is expected by name is met, another is not")
    func refusal() async throws {
        let steps = #"{"do": "cancel", "customer": "ann"}, {"expectError": "#
        let (met, _) = try await run(steps + #""noSubscriptionFound"}"#, ScriptedReceiver(nil))
        let (unmet, _) = try await run(steps + #""invalidPrice"}"#, ScriptedReceiver(nil))
        guard case .unmet(let expected, let got) = unmet.last?.check else {
            Issue.record("\(unmet)")
            return
        }
        #expect(expected == "refused, invalidPrice")
        #expect(met.last?.check == .met || got.hasPrefix("noTransactionFound"))
    }

    @Test("An expected refusal that does not come is unmet")
    func noRefusal() async throws {
        let (reports, _) = try await run(Self.buy + #", {"expectError": "invalidAction"}"#, ScriptedReceiver(nil))
        #expect(reports.last?.check == .unmet(expected: "refused, invalidAction", got: "the step is done"))
    }

    @Test("A refusal that is not expected ends the run")
    func unexpectedRefusal() async throws {
        let receiver = ScriptedReceiver(nil)
        let (reports, summary) = try await run(
            #"{"do": "buy", "customer": "ann", "product": "nothing"}, "# + Self.buy, receiver)
        #expect(reports.count == 1)
        #expect(summary.unmet == 1)
        #expect(receiver.received == 0)
        guard case .unmet("the step is done", let got) = reports.first?.check else {
            Issue.record("\(reports)")
            return
        }
        #expect(got.hasPrefix("refused, invalidProductIdentifier: "))
    }

    @Test("In production a failed delivery is tried five more times, in the sandbox it is not")
    func retries() async throws {
        let production = ScriptedReceiver(nil, fails: true)
        let (reports, summary) = try await run(Self.buy, environment: "Production", production)
        #expect(production.received == 6)
        #expect(summary.attempts == 6 && summary.failedAttempts == 6)
        #expect(summary.undelivered == 1 && !summary.isFine)
        #expect(reports.last?.number == nil)
        #expect(reports.flatMap(\.deliveries).map(\.number) == [1, 2, 3, 4, 5, 6])
        let sandbox = ScriptedReceiver(nil, fails: true)
        #expect(try await run(Self.buy, sandbox).1.undelivered == 1)
        #expect(sandbox.received == 1)
        var chaos = DeliveryChaos(seed: 1)
        chaos.drop = 1
        let lost = try await run(Self.buy, chaos: chaos, ScriptedReceiver(nil)).1
        #expect(lost.failedAttempts == 1 && lost.undelivered == 0 && lost.isFine)
    }

    @Test("With chaos every expectation is asked at the end, for its own moment")
    func chaos() async throws {
        var chaos = DeliveryChaos(seed: 1)
        chaos.duplicate = 1
        chaos.reorder = 1
        let receiver = ScriptedReceiver(Self.active)
        let (reports, summary) = try await run(
            Self.buy + #", {"expect": {"customer": "ann", "entitled": true}}, {"advance": "P31D"}"#, chaos: chaos,
            receiver)
        #expect(reports.last?.number == 2)
        #expect(reports.last?.check == .met)
        #expect(receiver.questions.first?.date == SessionOptions.defaultStart)
        #expect(summary.notifications == 2)
        #expect(receiver.received == 4)
    }

    @Test("An answer that is none ends the run", arguments: ["{}", "[", #"{"entitlements": [], "lines": [{}]}"#])
    func badAnswer(_ answer: String) async throws {
        let receiver = ScriptedReceiver(answer)
        await #expect(throws: ScenarioFailure.self) {
            try await run(Self.buy + #", {"expect": {"customer": "ann", "entitled": true}}"#, receiver)
        }
    }
}
