import AppStoreModels
import StoreSimulator
import Testing

@Suite("When notifications are sent")
struct DeliveryScheduleTests {
    private static let hour: Int64 = 3_600_000

    /// Runs a schedule until nothing waits, with one result for every attempt.
    private static func run(
        _ schedule: inout DeliverySchedule, result: (DeliveryAttempt) -> SendAttemptResult = { _ in .success }
    ) -> [DeliveryAttempt] {
        var sent: [DeliveryAttempt] = []
        while let date = schedule.nextAttemptDate, sent.count < 10_000 {
            for attempt in schedule.takeDue(at: date) {
                sent.append(attempt)
                schedule.record(result(attempt), of: attempt, at: date)
            }
        }
        return sent
    }

    @Test("In Production a failure is retried 1, 12, 24, 48 and 72 hours after the attempt before")
    func production() {
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: .production))
        schedule.add("a", at: 0)
        let sent = Self.run(&schedule) { _ in .timedOut }
        #expect(sent.map(\.date) == [0, 1, 13, 37, 85, 157].map { $0 * Self.hour })
        #expect(sent.map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(schedule.attempts(of: "a") == sent.map { SendAttempt(date: $0.date, result: .timedOut) })
        #expect(schedule.count == 0)
    }

    @Test("The attempts of the oldest notifications are forgotten, those of the latest are kept")
    func history() {
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: .sandbox), historyLimit: 10)
        for number in 0..<21 {
            schedule.add("\(number)", at: 0)
            #expect(Self.run(&schedule).count == 1)
        }
        #expect((0..<21).map { schedule.attempts(of: "\($0)").count } == (0..<21).map { $0 < 11 ? 0 : 1 })
    }

    @Test("A success ends the attempts")
    func success() {
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: .production))
        schedule.add("a", at: 5)
        let sent = Self.run(&schedule) { $0.number < 3 ? .unsuccessfulHTTPResponseCode : .success }
        #expect(sent.map(\.number) == [1, 2, 3])
        #expect(
            schedule.attempts(of: "a").map(\.result)
                == [.unsuccessfulHTTPResponseCode, .unsuccessfulHTTPResponseCode, .success])
    }

    @Test("The sandbox tries once", arguments: [AppStoreModels.Environment.sandbox, .xcode, .localTesting])
    func sandbox(_ environment: AppStoreModels.Environment) {
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: environment))
        schedule.add("a", at: 0)
        #expect(Self.run(&schedule) { _ in .noResponse }.count == 1)
    }

    @Test(
        "200 to 206 are successes, nothing else",
        arguments: [(199, false), (200, true), (204, true), (206, true), (207, false), (302, false), (404, false)])
    func success(_ status: Int, _ isSuccess: Bool) {
        #expect(DeliveryRules.isSuccess(status: status) == isSuccess)
    }

    @Test("Of equal dates the first scheduled goes first")
    func order() {
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: .sandbox))
        for (id, date) in [("c", 3), ("a", 1), ("b", 1), ("d", 3)] as [(String, Int64)] { schedule.add(id, at: date) }
        #expect(schedule.takeDue(at: 2).map(\.notificationID) == ["a", "b"])
        #expect(schedule.nextAttemptDate == 3)
        #expect(schedule.takeDue(at: 3).map(\.notificationID) == ["c", "d"])
        #expect(schedule.nextAttemptDate == nil)
    }

    @Test("What is lost on the way is retried by the same rules")
    func drop() {
        var chaos = DeliveryChaos(seed: 1)
        chaos.drop = 1
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: .production), chaos: chaos)
        schedule.add("a", at: 0)
        let sent = Self.run(&schedule) { $0.manner == .lost ? .timedOut : .success }
        #expect(sent.map(\.manner) == [.lost, .plain])
        #expect(schedule.attempts(of: "a").map(\.result) == [.timedOut, .success])
    }

    @Test("A duplicate follows the success and is in no history")
    func duplicate() {
        var chaos = DeliveryChaos(seed: 1)
        chaos.duplicate = 1
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: .sandbox), chaos: chaos)
        schedule.add("a", at: 0)
        let sent = Self.run(&schedule)
        #expect(sent.map(\.isDuplicate) == [false, true])
        #expect(schedule.attempts(of: "a").count == 1)
    }

    @Test("A reordered notification goes behind the next one, and after a day in any case")
    func reorder() {
        var chaos = DeliveryChaos(seed: 1)
        chaos.reorder = 1
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: .sandbox), chaos: chaos)
        schedule.add("a", at: 0)
        #expect(schedule.takeDue(at: 1).isEmpty)
        schedule.add("b", at: 10)
        // The next one is held back in its turn; the first may go.
        #expect(schedule.takeDue(at: 10).map(\.notificationID) == ["a"])
        #expect(schedule.nextAttemptDate == 10 + 24 * Self.hour)
        #expect(schedule.takeDue(at: 10 + 24 * Self.hour).map(\.notificationID) == ["b"])
    }

    @Test("A burst waits for four, or is let go")
    func burst() {
        var chaos = DeliveryChaos(seed: 1)
        chaos.burst = 1
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: .sandbox), chaos: chaos)
        for (id, date) in [("a", 0), ("b", 1), ("c", 2)] as [(String, Int64)] { schedule.add(id, at: date) }
        #expect(schedule.takeDue(at: 3).isEmpty)
        schedule.add("d", at: 7)
        let sent = schedule.takeDue(at: 7)
        #expect(sent.map(\.notificationID) == ["a", "b", "c", "d"] && sent.allSatisfy { $0.date == 7 })
        schedule.add("e", at: 8)
        schedule.releaseAll(at: 9)
        #expect(schedule.takeDue(at: 9).map(\.notificationID) == ["e"])
    }

    @Test("The same seed has the same fates, and one chance does not shift another")
    func seed() {
        func manners(_ chaos: DeliveryChaos) -> [DeliveryAttempt] {
            var schedule = DeliverySchedule(rules: DeliveryRules(environment: .sandbox), chaos: chaos)
            for number in 0..<200 { schedule.add("\(number)", at: Int64(number)) }
            return Self.run(&schedule).filter { !$0.isDuplicate }
        }
        var chaos = DeliveryChaos(seed: 7)
        chaos.drop = 0.3
        chaos.slow = 0.3
        let first = manners(chaos)
        #expect(first == manners(chaos))
        #expect(Set(first.map(\.manner)) == [.plain, .slow, .lost])
        chaos.duplicate = 0.5
        #expect(first == manners(chaos))
        chaos.seed = 8
        #expect(first != manners(chaos))
    }

    @Test("Delays stay within their bound, and all arrive")
    func delay() {
        var chaos = DeliveryChaos(seed: 3)
        chaos.delay = 0.5
        chaos.reorder = 0.2
        chaos.burst = 0.2
        var schedule = DeliverySchedule(rules: DeliveryRules(environment: .sandbox), chaos: chaos)
        for number in 0..<500 { schedule.add("\(number)", at: 0) }
        let sent = Self.run(&schedule)
        #expect(Set(sent.map(\.notificationID)).count == 500)
        #expect(sent.allSatisfy { $0.date <= chaos.longestDelay + 24 * Self.hour })
        #expect(sent.map(\.date) == sent.map(\.date).sorted())
    }
}
