import Entitlements
import StrictJSON
import Testing
import TestSupport

@Suite("Customers")
struct CustomerAnswerTests {
    private let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")

    private func version(
        _ id: String, line: String, _ date: Int64, token: String?, scope: AppScope? = nil, product: String = "p"
    ) -> FactVersion {
        let says = TransactionStatement(
            transactionId: id, originalTransactionId: line, type: "Non-Consumable", productId: product, purchaseDate: 0,
            appAccountToken: token)
        return FactVersion(
            identity: FactIdentity(scope: scope ?? self.scope, kind: .transaction, id: id), date: date,
            digest: TestDigest.of("\(id) \(line) \(date) \(token ?? "")"), statement: .transaction(says))
    }

    private func answer(_ id: String, _ versions: [FactVersion], asOf: Int64? = nil) -> CustomerAnswer {
        CustomerAnswer(
            id: id, records: LineRecord.records(of: versions), configuration: EvaluationConfiguration(), now: 100,
            asOf: asOf)
    }

    @Test("Records of lines that are not the customer's are ignored")
    func ignored() {
        let result = answer("a", [version("1", line: "1", 0, token: "a"), version("2", line: "2", 0, token: "b")])
        #expect(result.lines.map(\.originalTransactionId) == ["1"])
        #expect(result.conflicts.isEmpty)
        #expect(result.isEntitled(to: "p") && !result.isEntitled(to: "q"))
    }

    @Test("A line's customer is the newest token, whatever statement holds")
    func customer() throws {
        let versions = [
            version("1", line: "1", 1, token: "a"), version("1", line: "1", 2, token: "b"),
            version("1", line: "1", 3, token: nil),
        ]
        let record = try #require(LineRecord.records(of: versions).first)
        #expect(record.customer() == "b")
        #expect(record.customer(asOf: 1) == "a")
        #expect(record.customer(asOf: 0) == nil)
        #expect(record.match("B") == .direct)
        #expect(record.match("a") == .formerCustomer)
        #expect(record.match("a", asOf: 1) == .direct)
        #expect(record.match("b", asOf: 1) == nil)
        #expect(record.match("1") == .direct)
        #expect(record.match("1", asOf: 0) == nil)
        #expect(record.match("2") == nil)
    }

    @Test("A transaction that has left a line takes its token along")
    func moved() throws {
        let versions = [
            version("1", line: "1", 1, token: "a"), version("1", line: "2", 2, token: "b"),
            version("3", line: "1", 1, token: "c"),
        ]
        let records = LineRecord.records(of: versions)
        #expect(records.map { $0.customer() } == ["c", "b"])
        #expect(records.map { $0.match("a") } == [nil, nil])
        #expect(answer("1", versions).lines.map(\.originalTransactionId) == ["1", "2"])
    }

    @Test("Apps have entitlements of their own under one name")
    func apps() {
        let other = AppScope(environment: "Sandbox", bundleId: "com.example.b")
        let result = answer(
            "a", [version("1", line: "1", 0, token: "a"), version("1", line: "1", 0, token: "a", scope: other)])
        #expect(result.entitlements.map(\.best.bundleId) == ["com.example.app", "com.example.b"])
        #expect(result.entitlements.map(\.name) == ["p", "p"])
    }

    @Test("The answer for a customer is one JSON object with sorted names")
    func json() {
        let result = answer("a", [version("1", line: "1", 0, token: "a")])
        let value = result.json
        #expect(JSONWriter().text(value) == JSONWriter(sortsNames: true).text(value))
        #expect(value["customer"] == "a")
        #expect(
            value["entitlements"] == [
                [
                    "bundleId": "com.example.app", "entitled": true, "environment": "Sandbox", "name": "p",
                    "originalTransactionId": "1", "productId": "p", "state": "active", "transactionId": "1",
                    "until": nil,
                ]
            ])
    }

    @Test("Better is a strict order over the answers of generated histories")
    func order() {
        var histories = HistoryGenerator(seed: 8)
        var answers: [EntitlementAnswer] = []
        for _ in 0..<60 {
            let now = histories.instant()
            answers += LineRecord.records(of: histories.history()).flatMap {
                Evaluator.evaluate($0, configuration: EvaluationConfiguration(), now: now)
            }
        }
        answers = Array(answers.prefix(60))
        for left in answers {
            #expect(!EntitlementAnswer.isBetter(left, left))
            for right in answers where EntitlementAnswer.isBetter(left, right) {
                #expect(!EntitlementAnswer.isBetter(right, left))
                for third in answers where EntitlementAnswer.isBetter(right, third) {
                    #expect(EntitlementAnswer.isBetter(left, third))
                }
            }
        }
    }
}
