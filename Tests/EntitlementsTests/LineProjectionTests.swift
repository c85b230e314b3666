import Entitlements
import TestSupport
import Testing

@Suite("Projections of lines")
struct LineProjectionTests {
    private static let seeds = Array(UInt64(0)..<20)

    @Test("Between an instant and the next bound nothing changes by itself", arguments: seeds)
    func bounds(_ seed: UInt64) {
        var histories = HistoryGenerator(seed: seed)
        var bounds = 0
        for number in 0..<100 {
            let configuration = histories.configuration()
            for record in LineRecord.records(of: histories.history()) {
                let instant = histories.instant()
                let projection = LineProjection(record, version: 1, configuration: configuration, at: instant)
                #expect(
                    projection.answers == Evaluator.evaluate(record, configuration: configuration, now: instant))
                if let bound = projection.nextChange {
                    #expect(bound > instant)
                    bounds += 1
                }
                let end = projection.nextChange ?? instant + 1000 * HistoryGenerator.day
                for other in [end - 1, instant + (end - instant) / 2] {
                    #expect(
                        Evaluator.evaluate(record, configuration: configuration, now: other) == projection.answers,
                        "seed \(seed), history \(number), from \(instant) to \(other)")
                }
            }
        }
        #expect(bounds > 50)
    }
}
