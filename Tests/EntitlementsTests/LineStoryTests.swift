import Entitlements
import Testing

@Suite("The story of a line")
struct LineStoryTests {
    private static let day: Int64 = 86_400_000
    private var record = LineRecord(scope: HistoryGenerator.scope, originalTransactionId: "1")
    private var notifications: [LoggedNotification] = []
    private var count = 0

    private mutating func insert(_ statement: Statement, _ kind: FactKind, _ id: String, _ day: Int64) -> FactReference
    {
        count += 1
        let version = FactVersion(
            identity: FactIdentity(scope: record.scope, kind: kind, id: id), date: day * Self.day,
            digest: TestDigest.of("\(count)"), statement: statement)
        record.insert(version)
        return FactReference(identity: version.identity, stamp: version.stamp)
    }

    private mutating func period(
        _ id: String, _ days: ClosedRange<Int64>, at day: Int64, product: String = "pro", revoked: Int64? = nil
    ) -> FactReference {
        let statement = TransactionStatement(
            transactionId: id, originalTransactionId: "1", type: "Auto-Renewable Subscription", productId: product,
            subscriptionGroupIdentifier: "g", purchaseDate: days.lowerBound * Self.day,
            expiresDate: days.upperBound * Self.day, revocationDate: revoked.map { $0 * Self.day },
            transactionReason: id == "1" ? "PURCHASE" : "RENEWAL")
        return insert(.transaction(statement), .transaction, id, day)
    }

    private mutating func renewal(
        _ status: Int, next: String = "pro", retry: Bool = false, grace: Int64? = nil, at day: Int64
    ) -> FactReference {
        let statement = RenewalStatement(
            originalTransactionId: "1", productId: "pro", autoRenewProductId: next, autoRenewStatus: status,
            isInBillingRetryPeriod: retry, gracePeriodExpiresDate: grace.map { $0 * Self.day })
        return insert(.renewalInfo(statement), .renewalInfo, "1", day)
    }

    private mutating func notify(_ type: String, _ subtype: String? = nil, at day: Int64, _ facts: FactReference...) {
        notifications.append(
            LoggedNotification(
                uuid: "n\(notifications.count)", type: type, subtype: subtype, signedDate: day * Self.day,
                facts: Set(facts)))
    }

    private func story(at day: Int64, asOf: Bool = false, steps: Int = 400) -> LineStory {
        LineStory(
            record, notifications: notifications, configuration: EvaluationConfiguration(), now: day * Self.day,
            asOf: asOf ? day * Self.day : nil, steps: steps)
    }

    private static func text(_ sentence: Sentence?) -> String {
        sentence?.text(instant: { "day \($0 / day)" }, name: { "<\($0)>" }) ?? "-"
    }

    private static func lines(_ story: LineStory) -> [String] {
        story.timeline.map { entry in
            "\(entry.date / day) \(text(entry.sentence)) [\(entry.isByClock ? "clock" : entry.notification?.uuid ?? "")]"
        }
    }

    private static func life() -> LineStoryTests {
        var life = LineStoryTests()
        let (first, on) = (life.period("1", 0...30, at: 0), life.renewal(1, at: 0))
        life.notify("SUBSCRIBED", "INITIAL_BUY", at: 0, first, on)
        let second = life.period("2", 30...60, at: 29)
        life.notify("DID_RENEW", at: 29, second)
        let off = life.renewal(0, at: 32)
        life.notify("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: 32, off)
        let next = life.renewal(1, next: "plus", at: 33)
        life.notify("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", at: 33, next)
        let failed = life.renewal(1, next: "plus", retry: true, grace: 66, at: 60)
        life.notify("DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: 60, failed)
        return life
    }

    @Test("Each change is told in plain words, with the notification that brought it, or by the clock")
    func timeline() {
        var life = Self.life()
        let told = [
            "0 Started <pro>, access until day 30 [n0]", "29 Renewed <pro>, access until day 60 [n1]",
            "32 Renewal turned off, access until day 60 [n2]", "33 Will change to <plus> at the next renewal [n3]",
            "60 Payment failed, access until day 66 [n4]",
        ]
        #expect(Self.lines(life.story(at: 61)) == told)
        let retried =
            "66 The grace period ended without a payment, access ended; the App Store tries again until day 120 [clock]"
        #expect(Self.lines(life.story(at: 66)) == told + [retried])
        let third = life.period("3", 70...100, at: 70, product: "plus")
        life.notify("DID_RENEW", "BILLING_RECOVERY", at: 70, third)
        #expect(
            Self.lines(life.story(at: 101)).suffix(3) == [
                retried, "70 Payment succeeded, renewed <plus>, access until day 100 [n5]",
                "100 Access ended [clock]",
            ])
        // A statement without its notification is told too.
        _ = life.period("3", 70...100, at: 80, product: "plus", revoked: 79)
        #expect(Self.lines(life.story(at: 101)).last == "80 Refunded, access ended []")
    }

    @Test("The story is that of its instant: what was signed later is not told, and said to be left out")
    func asOf() {
        let story = Self.life().story(at: 31, asOf: true)
        #expect(Self.lines(story).count == 2)
        #expect(story.answers.map(\.answer.state) == [.active])
        #expect(story.ignored.contains { Self.text($0.sentence) == "3 statements signed after day 31" })
    }

    @Test("Of a long story the latest steps are told, and how many are left out")
    func limit() {
        let story = Self.life().story(at: 61, steps: 2)
        #expect(story.omittedSteps == 3)
        #expect(Self.lines(story) == Array(Self.lines(Self.life().story(at: 61)).suffix(2)))
    }

    @Test("The reason names the rule and its statements, what does not count says why, and the next step its date")
    func reasons() throws {
        let story = Self.life().story(at: 61)
        let explained = try #require(story.answers.first)
        #expect(explained.answer.because.rule == .gracePeriod)
        let reason = "The payment failed, and the renewal info grants access until its grace date"
        #expect(Self.text(explained.reason) == reason)
        #expect(
            explained.facts.map { Self.text($0.sentence) } == [
                "transaction <2>: <pro>, from day 30 to day 60, signed day 29",
                "renewal info: renews as <plus>, a payment failed and is tried again, grace until day 66, signed day 60",
            ])
        #expect(
            story.ignored.map { "\($0.identity.kind.rawValue) \(Self.text($0.sentence))" } == [
                "renewal-info 3 statements older than the one signed day 60, which holds",
                "transaction another period, from day 0 to day 30",
            ])
        #expect(
            story.next.map { "\($0.date / Self.day) \(Self.text($0.sentence))" } == [
                "66 access ends unless a payment succeeds"
            ])
    }

    @Test("A notification that changes nothing is told with what it reports")
    func unchanged() {
        var life = Self.life()
        let same = life.renewal(1, next: "plus", retry: true, grace: 66, at: 61)
        life.notify("PRICE_INCREASE", "PENDING", at: 61, same)
        let other = life.renewal(1, next: "plus", retry: true, grace: 66, at: 62)
        life.notify("A_TYPE_OF_TOMORROW", at: 62, other)
        #expect(
            Self.lines(life.story(at: 63)).suffix(2) == [
                "61 Access did not change: the customer was told of a higher price and has not answered yet [n5]",
                "62 - [n6]",
            ])
    }

    @Test("Every rule and flag has words of its own")
    func words() {
        var flags: Set<String> = []
        for flag in EvaluationFlag.allCases { flags.insert(Self.text(flag.sentence)) }
        #expect(flags.count == EvaluationFlag.allCases.count)
        var generator = HistoryGenerator(seed: 11)
        var rules: [EvaluationRule: Set<String>] = [:]
        for _ in 0..<400 {
            let configuration = generator.configuration()
            for record in LineRecord.records(of: generator.history()) {
                let now = generator.instant()
                let story = LineStory(record, notifications: [], configuration: configuration, now: now)
                let answers = Evaluator.evaluate(record, configuration: configuration, now: now)
                #expect(story.answers.map(\.answer) == answers)
                #expect(story.answers.allSatisfy { $0.facts.count == $0.answer.because.facts.count })
                #expect(story.timeline.map(\.date) == story.timeline.map(\.date).sorted())
                #expect(story.timeline.allSatisfy { !$0.isByClock || $0.date <= max(now, record.greatestDate ?? now) })
                #expect(story.next.allSatisfy { $0.date > now })
                for explained in story.answers {
                    rules[explained.answer.because.rule, default: []].insert(Self.text(explained.reason))
                }
            }
        }
        #expect(rules.count >= 12)
        #expect(rules.values.allSatisfy { $0.allSatisfy { !$0.isEmpty } })
    }
}
