import Entitlements
import StrictJSON
import Testing
import TestSupport

@Suite("Canonical texts")
struct CanonicalTextTests {
    private let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("An answer is one line with sorted names, times in milliseconds and null for what is absent")
    func answer() throws {
        let says = TransactionStatement(
            transactionId: "2", originalTransactionId: "1", type: "Auto-Renewable Subscription", productId: "p",
            subscriptionGroupIdentifier: "g", purchaseDate: 5, expiresDate: 10, appAccountToken: "A",
            appTransactionId: "7")
        let version = FactVersion(
            identity: FactIdentity(scope: scope, kind: .transaction, id: "2"), date: 5,
            digest: TestDigest.repeating(0xAB), statement: .transaction(says))
        let record = try #require(LineRecord.records(of: [version]).first)
        let answers = Evaluator.evaluate(record, configuration: EvaluationConfiguration(), now: 6)
        let because =
            #"{"facts":[{"date":5,"digest":"\#(String(repeating: "ab", count: 32))","id":"2","kind":"transaction"}],"#
            + #""flags":[],"rule":"current-period"}"#
        func expected(_ because: String) -> String {
            #"{"appAccountToken":"a","appTransactionId":"7","autoRenewProductId":null,"autoRenewStatus":null,"#
                + because
                + #""bundleId":"com.example.app","entitled":true,"environment":"Sandbox","expiresDate":10,"#
                + #""gracePeriodExpiresDate":null,"originalTransactionId":"1","productId":"p","purchaseDate":5,"#
                + #""revocationDate":null,"revokedTransactionIds":[],"state":"active","#
                + #""subscriptionGroupIdentifier":"g","transactionId":"2","type":"Auto-Renewable Subscription","#
                + #""until":10}"#
        }
        #expect(text(CanonicalText.answers(answers)) == expected("") + "\n")
        let full = try #require(answers.first).json()
        #expect(JSONWriter().text(full) == expected(#""because":\#(because),"#))
        #expect(JSONWriter(sortsNames: true).text(full) == JSONWriter().text(full))
    }

    @Test("Every version is one line, ordered by identity, date and digest")
    func facts() {
        func version(_ kind: FactKind, _ id: String, _ date: Int64, _ digest: UInt8, realm: String = "") -> FactVersion
        {
            FactVersion(
                identity: FactIdentity(
                    scope: AppScope(environment: "Sandbox", bundleId: "b", realm: realm), kind: kind, id: id),
                date: date, digest: TestDigest.repeating(digest), statement: .notification)
        }
        let versions = [
            version(.notification, "n", 1, 0), version(.transaction, "9", 1, 2), version(.transaction, "9", 2, 1),
            version(.transaction, "10", 1, 1), version(.transaction, "10", 1, 1, realm: "r"),
        ]
        func line(_ kind: String, _ id: String, _ date: Int, _ digest: String, held: Bool, realm: String? = nil)
            -> String
        {
            let digest = String(repeating: digest, count: 32)
            let realm = realm.map { #","realm":"\#($0)""# } ?? ""
            return #"{"bundleId":"b","date":\#(date),"digest":"\#(digest)","environment":"Sandbox","held":\#(held),"#
                + #""id":"\#(id)","kind":"\#(kind)"\#(realm)}"# + "\n"
        }
        let expected =
            line("notification", "n", 1, "00", held: true) + line("transaction", "9", 1, "02", held: false)
            + line("transaction", "9", 2, "01", held: true) + line("transaction", "10", 1, "01", held: true)
            + line("transaction", "10", 1, "01", held: true, realm: "r")
        #expect(text(CanonicalText.facts(versions.reversed() + versions)) == expected)
    }

    @Test("Digests depend on what is held and answered, not on the order it came in")
    func digests() {
        var histories = HistoryGenerator(seed: 9)
        var seen: Set<String> = []
        for _ in 0..<50 {
            let history = histories.history()
            let now = histories.instant()
            var digests: Set<[String]> = []
            for _ in 0..<5 {
                let arrivals = (history + history.prefix(3)).shuffled(using: &histories.generator)
                let answers = LineRecord.records(of: arrivals).flatMap {
                    Evaluator.evaluate($0, configuration: EvaluationConfiguration(), now: now)
                }.shuffled(using: &histories.generator)
                digests.insert([
                    CanonicalText.digest(answers: answers, sha256: TestDigest.bytes),
                    CanonicalText.digest(facts: arrivals, sha256: TestDigest.bytes),
                ])
            }
            #expect(digests.count == 1)
            seen.formUnion(digests.map { $0[1] })
        }
        #expect(seen.count > 40)
    }
}
