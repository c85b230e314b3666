import Entitlements
import Testing
import TestSupport

@Suite("Properties of records and answers over generated histories")
struct EvaluationPropertyTests {
    private static let seeds = Array(UInt64(0)..<20)
    private static let historiesPerSeed = 105

    private func answers(
        _ records: [LineRecord], _ configuration: EvaluationConfiguration, _ now: Int64, _ asOf: Int64?
    ) -> [EntitlementAnswer] {
        records.flatMap { Evaluator.evaluate($0, configuration: configuration, now: now, asOf: asOf) }
    }

    @Test("An independent evaluator agrees", arguments: seeds)
    func reference(_ seed: UInt64) {
        var histories = HistoryGenerator(seed: seed)
        for number in 0..<Self.historiesPerSeed {
            let history = histories.history()
            let configuration = histories.configuration()
            for _ in 0..<4 {
                let now = histories.instant()
                expectAgreement(
                    history, configuration, now: now, asOf: histories.chance(50) ? now : nil,
                    "seed \(seed), history \(number), now \(now)")
            }
        }
    }

    @Test("Order, repetition and splitting of arrivals change nothing", arguments: seeds)
    func order(_ seed: UInt64) {
        var histories = HistoryGenerator(seed: seed)
        for number in 0..<Self.historiesPerSeed {
            let history = histories.history()
            let configuration = histories.configuration()
            let now = histories.instant()
            let records = LineRecord.records(of: history)
            let expected = answers(records, configuration, now, now)
            for _ in 0..<5 {
                let repeated = history + history.filter { _ in histories.chance(50) }
                let arrivals = repeated.shuffled(using: &histories.generator)
                let cut = Int.random(in: 0...arrivals.count, using: &histories.generator)
                // Each half alone may not know that a transaction names two lines; the union must.
                let parts = [arrivals[..<cut], arrivals[cut...]].map { half in
                    records.map { record in
                        LineRecord(
                            scope: record.scope, originalTransactionId: record.originalTransactionId,
                            versions: half.filter { record.identities.contains($0.identity) })
                    }
                }
                let joined = zip(parts[0], parts[1]).map { $0.merged(with: $1) }
                #expect(joined == records, "seed \(seed), history \(number)")
                #expect(LineRecord.records(of: arrivals) == records, "seed \(seed), history \(number)")
                #expect(answers(joined, configuration, now, now) == expected, "seed \(seed), history \(number)")
            }
        }
    }

    @Test("Statements signed later never change the answer for an instant", arguments: seeds)
    func asOfIsStable(_ seed: UInt64) {
        var histories = HistoryGenerator(seed: seed)
        for number in 0..<Self.historiesPerSeed {
            let history = histories.history()
            let configuration = histories.configuration()
            let now = histories.instant()
            let signedByThen = LineRecord.records(of: history.filter { $0.date <= now })
            #expect(
                answers(LineRecord.records(of: history), configuration, now, now)
                    == answers(signedByThen, configuration, now, nil),
                "seed \(seed), history \(number), now \(now)")
        }
    }

    @Test("Only what is entitled has an end, and grace ends after now", arguments: seeds)
    func ends(_ seed: UInt64) {
        var histories = HistoryGenerator(seed: seed)
        for number in 0..<Self.historiesPerSeed {
            let records = LineRecord.records(of: histories.history())
            let configuration = histories.configuration()
            let now = histories.instant()
            for answer in answers(records, configuration, now, nil) {
                if !answer.isEntitled { #expect(answer.until == nil, "seed \(seed), history \(number)") }
                if answer.state == .gracePeriod, let until = answer.until {
                    #expect(now < until, "seed \(seed), history \(number)")
                }
            }
        }
    }

    @Test("Merging is commutative, associative and idempotent", arguments: seeds)
    func semilattice(_ seed: UInt64) {
        var histories = HistoryGenerator(seed: seed)
        func record(_ versions: [FactVersion]) -> LineRecord {
            LineRecord(scope: HistoryGenerator.scope, originalTransactionId: "1", versions: versions)
        }
        for _ in 0..<Self.historiesPerSeed {
            let (a, b, c) = (record(histories.history()), record(histories.history()), record(histories.history()))
            #expect(a.merged(with: b) == b.merged(with: a))
            #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)))
            #expect(a.merged(with: a) == a)
            #expect(a.merged(with: b).merged(with: b) == a.merged(with: b))
            #expect(Set(a.merged(with: b).versions) == Set(a.versions).union(b.versions))
        }
    }
}
