import Entitlements
import NotificationProcessing
import Reconciliation
import Testing

@Suite("Comparing a line with the App Store's answers")
struct LineComparisonTests {
    private static let scope = AppScope(environment: "Production", bundleId: "com.example.app")
    private static let line = LineIdentity(scope: scope, originalTransactionId: "1")
    private static let day: Int64 = 86_400_000
    private static let configuration = EvaluationConfiguration()

    private static func digest(_ byte: Int64) -> FactDigest {
        FactDigest(bytes: Array(repeating: UInt8(truncatingIfNeeded: byte), count: 32)) ?? .zero
    }

    /// A period of a subscription, in days; `seed` tells payloads of one date apart.
    private static func period(
        _ id: String, _ days: Range<Int64>, signed: Int64, revoked: Int64? = nil, line: String = "1", seed: Int64 = 0
    ) -> FactVersion {
        let statement = TransactionStatement(
            transactionId: id, originalTransactionId: line, webOrderLineItemId: "w\(id)",
            type: "Auto-Renewable Subscription", productId: "pro", purchaseDate: days.lowerBound * day,
            expiresDate: days.upperBound * day, revocationDate: revoked.map { $0 * day })
        return FactVersion(
            identity: FactIdentity(scope: scope, kind: .transaction, id: id), date: signed * day,
            digest: digest(signed &* 31 &+ seed), statement: .transaction(statement))
    }

    private static func coins(_ id: String, signed: Int64, revoked: Int64? = nil) -> FactVersion {
        let statement = TransactionStatement(
            transactionId: id, originalTransactionId: id, type: "Consumable", productId: "coins",
            purchaseDate: day, revocationDate: revoked.map { $0 * day })
        return FactVersion(
            identity: FactIdentity(scope: scope, kind: .transaction, id: id), date: signed * day,
            digest: digest(signed), statement: .transaction(statement))
    }

    private static func renewal(_ status: Int, signed: Int64, retry: Bool = false, seed: Int64 = 7) -> FactVersion {
        FactVersion(
            identity: FactIdentity(scope: scope, kind: .renewalInfo, id: "1"), date: signed * day,
            digest: digest(signed &* 31 &+ seed),
            statement: .renewalInfo(
                RenewalStatement(
                    originalTransactionId: "1", productId: "pro", autoRenewProductId: "pro", autoRenewStatus: status,
                    isInBillingRetryPeriod: retry)))
    }

    private static func ours(_ versions: FactVersion...) -> LineRecord {
        LineRecord(scope: scope, originalTransactionId: "1", versions: versions)
    }

    private static func told(
        _ versions: FactVersion..., origin: FetchedStatement.Origin = .transactions
    ) -> FetchedStatement {
        FetchedStatement(versions, origin: origin, contents: [.transaction([])])
    }

    private static func compare(
        _ ours: LineRecord?, _ statements: [FetchedStatement], status: FetchedStatus? = nil, isAsked: Bool = true,
        at now: Int64
    ) -> LineComparison {
        LineComparison(
            line, ours: ours, statements: statements, status: status, isAsked: isAsked, at: now * day,
            configuration: configuration)
    }

    @Test("An answer that repeats what is held, signed anew, is no news")
    func repetition() {
        let ours = Self.ours(Self.period("1", 0..<30, signed: 0), Self.renewal(1, signed: 0))
        let answer = Self.told(
            Self.period("1", 0..<30, signed: 10), Self.renewal(1, signed: 10), origin: .statuses)
        let found = Self.compare(ours, [answer], status: FetchedStatus(status: 1, date: 10 * Self.day), at: 10)
        #expect(found.news.isEmpty && found.difference == nil)
    }

    @Test("A line that is not held is unknown here, and all of it is news, each thing once")
    func unknown() throws {
        let pair = Self.told(Self.period("1", 0..<30, signed: 10), Self.renewal(1, signed: 10), origin: .statuses)
        let again = Self.told(Self.period("1", 0..<30, signed: 11))
        let found = Self.compare(nil, [pair, again], at: 12)
        #expect(found.news == [pair])
        let difference = try #require(found.difference)
        #expect(difference.kind == .unknownHere && difference.ours.isEmpty)
        #expect(difference.theirs.map(\.state) == [.active])
        #expect(difference.evidence.map(\.version.identity.kind) == [.transaction, .renewalInfo])
    }

    @Test("A period that is not held is missing, and merging the news leaves nothing to tell")
    func missing() throws {
        let held = [Self.period("1", 0..<30, signed: 0), Self.renewal(1, signed: 0)]
        var ours = LineRecord(scope: Self.scope, originalTransactionId: "1", versions: held)
        let pair = Self.told(Self.period("2", 30..<60, signed: 40), Self.renewal(1, signed: 40), origin: .statuses)
        let answers = [
            pair, Self.told(Self.period("1", 0..<30, signed: 40)), Self.told(Self.period("2", 30..<60, signed: 41)),
        ]
        let found = Self.compare(ours, answers, status: FetchedStatus(status: 1, date: 40 * Self.day), at: 41)
        #expect(found.difference?.kind == .missing && found.news == [pair])
        #expect(found.difference?.ours.map(\.state) == [.expired] && found.difference?.theirs.map(\.state) == [.active])
        for version in found.news.flatMap(\.versions) { ours.insert(version) }
        let second = Self.compare(ours, answers, status: FetchedStatus(status: 1, date: 40 * Self.day), at: 42)
        #expect(second.difference == nil && second.news.isEmpty)
    }

    @Test("Renewal info that says the same is taken where only its date lets it speak about a new period")
    func datedRepetition() {
        let ours = Self.ours(
            Self.period("1", 0..<30, signed: 0), Self.renewal(1, signed: 31, retry: true),
            Self.period("2", 40..<70, signed: 40))
        let pair = Self.told(
            Self.period("2", 40..<70, signed: 71), Self.renewal(1, signed: 71, retry: true), origin: .statuses)
        let found = Self.compare(ours, [pair], status: FetchedStatus(status: 3, date: 71 * Self.day), at: 72)
        #expect(found.news == [pair] && found.difference?.kind == .stale)
        #expect(found.difference?.ours.map(\.state) == [.expired])
        #expect(found.difference?.theirs.map(\.state) == [.billingRetry])
    }

    @Test("A refund that is not known is told as such, also of a period that has ended")
    func refund() {
        let ours = Self.ours(
            Self.period("1", 0..<30, signed: 0), Self.period("2", 30..<60, signed: 30), Self.renewal(1, signed: 30))
        let answer = Self.told(Self.period("1", 0..<30, signed: 35, revoked: 34), origin: .refunds)
        let found = Self.compare(ours, [answer], at: 40)
        #expect(found.difference?.kind == .refund && found.news == [answer])
        #expect(found.difference?.theirs.first?.revokedTransactionIds == ["1"])
    }

    @Test("A newer word about what is held makes it stale")
    func stale() {
        let ours = Self.ours(Self.period("1", 0..<30, signed: 0), Self.renewal(1, signed: 0))
        let pair = Self.told(Self.period("1", 0..<30, signed: 20), Self.renewal(0, signed: 20), origin: .statuses)
        let found = Self.compare(ours, [pair], at: 21)
        #expect(found.difference?.kind == .stale && found.news == [pair])
        #expect(found.difference?.evidence.map(\.version.identity.kind) == [.renewalInfo])
    }

    @Test("What no answer depends on now is news without a difference")
    func pastPeriod() {
        let ours = Self.ours(Self.period("2", 30..<60, signed: 30), Self.renewal(1, signed: 30))
        let answer = Self.told(Self.period("1", 0..<30, signed: 40))
        let found = Self.compare(ours, [answer], at: 41)
        #expect(found.difference == nil && found.news == [answer])
    }

    @Test("An answer that is older than what is held changes nothing")
    func older() {
        let ours = Self.ours(Self.period("1", 0..<30, signed: 20, revoked: 19))
        let found = Self.compare(ours, [Self.told(Self.period("1", 0..<30, signed: 10))], at: 25)
        #expect(found.difference == nil && found.news.isEmpty)
    }

    @Test(
        "A status that is told and fits what is signed is no difference, another one is",
        arguments: [(1, false), (2, true), (3, true), (4, true), (5, true), (9, false)])
    func status(_ status: Int, _ differs: Bool) {
        let ours = Self.ours(Self.period("1", 0..<30, signed: 0), Self.renewal(1, signed: 0))
        let answer = Self.told(Self.period("1", 0..<30, signed: 10), Self.renewal(1, signed: 10), origin: .statuses)
        let found = Self.compare(ours, [answer], status: FetchedStatus(status: status, date: 10 * Self.day), at: 10)
        #expect(found.difference.map(\.kind) == (differs ? .status : nil))
        #expect(found.difference?.status == (differs ? status : nil) && found.news.isEmpty)
    }

    @Test("A status that was true when it was signed is none when the period ended a moment later")
    func statusAtTheBound() {
        let ours = Self.ours(Self.period("1", 0..<30, signed: 0), Self.renewal(0, signed: 0))
        let answer = Self.told(Self.period("1", 0..<30, signed: 29), Self.renewal(0, signed: 29), origin: .statuses)
        let found = Self.compare(ours, [answer], status: FetchedStatus(status: 1, date: 29 * Self.day), at: 30)
        #expect(found.difference == nil)
    }

    @Test("Silence is a difference about the line that was asked about, and about no other")
    func silence() {
        let ours = Self.ours(Self.period("1", 0..<30, signed: 0))
        let other = Self.told(Self.period("9", 0..<30, signed: 10, line: "9"))
        #expect(Self.compare(ours, [other], at: 10).difference?.kind == .unlisted)
        #expect(Self.compare(ours, [other], isAsked: false, at: 10).difference == nil)
        #expect(Self.compare(nil, [other], at: 10).difference == nil)
        let gone = LineComparison(
            unknownAtApple: Self.line, ours: ours, at: 10 * Self.day, configuration: Self.configuration)
        #expect(gone.difference?.kind == .unknownAtApple && gone.difference?.ours.map(\.state) == [.active])
        #expect(gone.news.isEmpty)
    }

    @Test("Statements of another environment, another app or another line are not taken")
    func foreign() {
        var elsewhere = Self.period("2", 30..<60, signed: 31)
        elsewhere.identity.scope.environment = "Sandbox"
        var another = Self.period("3", 30..<60, signed: 31)
        another.identity.scope.bundleId = "com.example.other"
        let ours = Self.ours(Self.period("1", 0..<30, signed: 0))
        let repeated = Self.told(Self.period("1", 0..<30, signed: 31))
        let found = Self.compare(
            ours, [Self.told(elsewhere), Self.told(another), Self.told(Self.coins("5", signed: 31)), repeated], at: 31)
        #expect(found.news.isEmpty && found.difference == nil)
    }
}
