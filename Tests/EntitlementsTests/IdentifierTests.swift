import Entitlements
import Testing
import TestSupport

@Suite("Identifiers and tokens")
struct IdentifierTests {
    @Test("Decimal ids are ordered as numbers and come before all others")
    func order() {
        let ordered = [
            "0", "9", "10", "99", "100", "18446744073709551615", "18446744073709551616", "99999999999999999999", "",
            "-1",
            "1 ", "1a", "a", "b", "ab é", "é",
        ].sorted(by: IdentifierOrder.precedes)
        #expect(
            ordered == [
                "0", "9", "10", "99", "100", "18446744073709551615", "18446744073709551616", "99999999999999999999", "",
                "-1", "1 ", "1a", "a", "ab é", "b", "é",
            ])
    }

    @Test("The order of ids is total")
    func total() {
        var generator = SeededGenerator(seed: 3)
        let ids = (0..<60).map { _ in
            String(
                decoding: generator.bytes(Int(generator.next() % 4)).map { "01239 aé".utf8.map(\.self)[Int($0) % 7] },
                as: UTF8.self)
        }
        for left in ids {
            for right in ids {
                #expect(IdentifierOrder.compare(left, right).signum() == -IdentifierOrder.compare(right, left).signum())
                #expect((IdentifierOrder.compare(left, right) == 0) == left.utf8.elementsEqual(right.utf8))
                for third in ids where IdentifierOrder.precedes(left, right) && IdentifierOrder.precedes(right, third) {
                    #expect(IdentifierOrder.precedes(left, third))
                }
            }
        }
    }

    @Test("Identities that only Unicode calls equal are two")
    func bytes() {
        let scope = AppScope(environment: "Sandbox", bundleId: "caf\u{E9}")
        let other = AppScope(environment: "Sandbox", bundleId: "cafe\u{301}")
        #expect(scope.bundleId == other.bundleId)
        #expect(scope != other)
        #expect((scope < other) != (other < scope))
        #expect(
            FactIdentity(scope: scope, kind: .transaction, id: "\u{E9}")
                != FactIdentity(scope: scope, kind: .transaction, id: "e\u{301}"))
        #expect(
            LineIdentity(scope: scope, originalTransactionId: "\u{E9}")
                != LineIdentity(scope: scope, originalTransactionId: "e\u{301}"))
    }

    @Test("Scopes are ordered by environment, app and realm")
    func scopes() {
        let ordered = [
            AppScope(environment: "Production", bundleId: "b"), AppScope(environment: "Sandbox", bundleId: "a"),
            AppScope(environment: "Sandbox", bundleId: "a", realm: "0"),
            AppScope(environment: "Sandbox", bundleId: "aa"),
        ]
        #expect(ordered.reversed().sorted() == ordered)
    }

    @Test(
        "Tokens are compared in lower case, and zeros are none",
        arguments: [
            ("ABCDEF00-0000-4000-8000-00000000000A", "abcdef00-0000-4000-8000-00000000000a"), ("x-É", "x-É"),
            ("00000000-0000-0000-0000-000000000000", nil), ("", nil), (nil, nil), ("0", nil), ("-", nil), ("01", "01"),
        ] as [(String?, String?)])
    func tokens(_ token: String?, _ normalized: String?) {
        #expect(AppAccountToken.normalized(token) == normalized)
    }
}
