import Entitlements
import StrictJSON
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

    @Test("An answer written as JSON is read again as it was", arguments: seeds)
    func reading(_ seed: UInt64) throws {
        var histories = HistoryGenerator(seed: seed)
        for _ in 0..<50 {
            let configuration = histories.configuration()
            for record in LineRecord.records(of: histories.history()) {
                for answer in Evaluator.evaluate(record, configuration: configuration, now: histories.instant()) {
                    let document = try JSONDocument(parsing: JSONWriter(sortsNames: true).bytes(answer.json()))
                    #expect(EntitlementAnswer(json: document.root) == answer)
                }
            }
        }
    }

    @Test(
        "What is no answer is not read",
        arguments: ["{}", "[]", #"{"environment":"Production","bundleId":"a","originalTransactionId":"1"}"#])
    func unreadable(_ text: String) throws {
        #expect(EntitlementAnswer(json: try JSONDocument(parsing: Array(text.utf8)).root) == nil)
    }
}
