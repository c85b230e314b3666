import Entitlements
import Testing

@Suite("Line records")
struct LineRecordTests {
    private let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")

    private func transaction(
        _ id: String, line: String?, _ date: Int64, digest: UInt8 = 0, scope: AppScope? = nil
    ) -> FactVersion {
        FactVersion(
            identity: FactIdentity(scope: scope ?? self.scope, kind: .transaction, id: id), date: date,
            digest: TestDigest.repeating(digest),
            statement: .transaction(TransactionStatement(transactionId: id, originalTransactionId: line)))
    }

    @Test("A version is kept once, in the order of date and digest")
    func insertion() {
        var record = LineRecord(scope: scope, originalTransactionId: "1")
        #expect(record.isEmpty)
        let versions = [
            transaction("1", line: "1", 5, digest: 1), transaction("1", line: "1", 5, digest: 2),
            transaction("1", line: "1", 7, digest: 0),
        ]
        let isNew = (versions.reversed() + versions).map { record.insert($0) }
        #expect(isNew == [true, true, true, false, false, false])
        #expect(record.versions == versions)
        #expect(record.versionCount == 3)
        #expect(record.greatestDate == 7)
        #expect(record.held(versions[0].identity) == versions[2])
        #expect(record.held(versions[0].identity, asOf: 6) == versions[1])
        #expect(record.held(versions[0].identity, asOf: 4) == nil)
        #expect(record.versions(of: versions[0].identity, asOf: 5) == Array(versions[..<2]))
    }

    @Test("What cannot concern the line is left out")
    func foreign() {
        var record = LineRecord(scope: scope, originalTransactionId: "1")
        let other = AppScope(environment: "Production", bundleId: "com.example.app")
        func version(_ kind: FactKind, _ id: String, _ statement: Statement) -> FactVersion {
            FactVersion(
                identity: FactIdentity(scope: scope, kind: kind, id: id), date: 0, digest: TestDigest.zero,
                statement: statement)
        }
        let isNew = [
            transaction("1", line: "1", 0, scope: other),
            version(.renewalInfo, "2", .renewalInfo(RenewalStatement(originalTransactionId: "2"))),
            version(.notification, "n", .notification),
            version(.appTransaction, "1", .appTransaction(AppTransactionStatement(appTransactionId: "1"))),
            version(.renewalInfo, "1", .notification),
            version(.renewalInfo, "1", .renewalInfo(RenewalStatement(originalTransactionId: "1"))),
        ].map { record.insert($0) }
        #expect(isNew == [false, false, false, false, false, true])
        record.merge(LineRecord(scope: scope, originalTransactionId: "2", versions: [transaction("9", line: "2", 0)]))
        record.merge(LineRecord(scope: other, originalTransactionId: "1"))
        #expect(record.versionCount == 1)
    }

    @Test("Every line that a transaction ever named has all its versions")
    func lines() {
        let versions = [
            transaction("5", line: "1", 1), transaction("5", line: "2", 2), transaction("6", line: nil, 3),
            transaction("7", line: "", 3),
        ]
        let records = LineRecord.records(of: versions.reversed())
        #expect(records.map(\.originalTransactionId) == ["1", "2", "6", "7"])
        #expect(records[0].versions == Array(versions[..<2]))
        #expect(records[1].versions == Array(versions[..<2]))
        #expect(records[2].versions == [versions[2]])
    }
}
