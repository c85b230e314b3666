import Entitlements
import Testing

/// Answers for customers whose lines are linked by the operator's own programs.
@Suite("Customers by links")
struct LineOwnersTests {
    private static let scope = AppScope(environment: "Production", bundleId: "com.example.app")
    private static let (tokenA, tokenB) = (
        "aaaaaaaa-0000-4000-8000-000000000000", "bbbbbbbb-0000-4000-8000-000000000000"
    )

    private func line(_ id: String, token: String? = nil, download: String? = nil) -> LineRecord {
        let statement = TransactionStatement(
            transactionId: id, type: "Non-Consumable", productId: "p\(id)", purchaseDate: 1, appAccountToken: token,
            appTransactionId: download)
        return LineRecord(
            scope: Self.scope, originalTransactionId: id,
            versions: [
                FactVersion(
                    identity: FactIdentity(scope: Self.scope, kind: .transaction, id: id), date: 1,
                    digest: TestDigest.of("\(id)\(token ?? "")"), statement: .transaction(statement))
            ])
    }

    private func answer(_ id: String, _ owners: [String: LineOwners]) -> [[String]] {
        let records = [
            line("1"), line("2", token: Self.tokenA), line("3", token: Self.tokenA), line("4", token: Self.tokenB),
        ]
        let pairs = owners.map { (LineIdentity(scope: Self.scope, originalTransactionId: $0.key), $0.value) }
        let answer = CustomerAnswer(
            id: id, records: records, owners: Dictionary(uniqueKeysWithValues: pairs),
            configuration: EvaluationConfiguration(), now: 10)
        return [answer.lines.map(\.originalTransactionId), answer.conflicts.map(\.originalTransactionId)]
    }

    @Test("Without links nothing changes")
    func none() {
        #expect(answer(Self.tokenA, [:]) == [["2", "3"], []])
        #expect(answer("2", [:]) == [["2", "3"], []])
        #expect(answer("u", [:]) == [[], []])
    }

    @Test("A link adds a customer, and leaves the token its line")
    func adds() {
        let owners = ["1": LineOwners(customers: ["u"]), "2": LineOwners(customers: ["u"])]
        #expect(answer("u", owners) == [["1", "2"], []])
        #expect(answer(Self.tokenA, owners) == [["2", "3"], []])
        // A purchase leads to all that its customers have.
        #expect(answer("1", owners) == [["1", "2"], []])
        #expect(answer("U", owners) == [[], []])
    }

    @Test("A transfer takes a line from tokens and from former customers, who are told")
    func takes() {
        let owners = ["2": LineOwners(customers: ["u"], isExclusive: true, former: ["v"])]
        #expect(answer("u", owners) == [["2"], []])
        #expect(answer("v", owners) == [[], ["2"]])
        #expect(answer(Self.tokenA, owners) == [["3"], ["2"]])
        #expect(answer("2", owners) == [["2"], []])
    }

    @Test("The token of a line that is shared leads to no further lines")
    func shares() {
        let owners = ["2": LineOwners(customers: ["u"]), "4": LineOwners(customers: ["w"])]
        #expect(answer("u", owners) == [["2"], []])
        #expect(answer("4", owners) == [["4"], []])
        #expect(answer("3", owners) == [["2", "3"], []])
    }
}
