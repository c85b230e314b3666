internal import AppStoreModels
package import StoreSimulator

/// Runs a scenario against a receiver.
///
/// Everything is sent before the next step. With chaos some of it arrives later; expectations are then asked when all
/// has been sent, each for its own moment: an answer for a moment depends only on what was signed until then.
package struct ScenarioRunner: Sendable {
    let scenario: Scenario
    let session: SimulatorSession
    let receiver: any ScenarioReceiver
    private let delivery: NotificationDelivery
    private let receipts = ReceiptBook()
    private let isChaotic: Bool
    /// How many attempts are made after the last step: where time is fast, retries may never catch up.
    private static let lastAttempts = 10_000

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - scenario: What happens.
    ///   - session: The store in which it happens, made for the scenario.
    ///   - chaos: What goes wrong on the way.
    ///   - receiver: Takes the notifications and is asked.
    package init(
        _ scenario: Scenario, in session: SimulatorSession, chaos: DeliveryChaos? = nil,
        receiver: any ScenarioReceiver
    ) {
        self.scenario = scenario
        self.session = session
        self.receiver = receiver
        isChaotic = chaos != nil
        delivery = NotificationDelivery(session: session, chaos: chaos) { [receipts] body, manner in
            guard manner != .lost else { return .timedOut }
            let receipt = await receiver.receive(body)
            receipts.add(receipt, for: body)
            return receipt.result
        }
    }

    /// What is known between steps.
    private struct Progress {
        var summary = ScenarioSummary()
        /// How many notifications were made before the last step that expects some.
        var counted = 0
        /// Why the last step was refused.
        var refusal: SimulatorError?
        /// The expectations that wait for everything to be sent.
        var deferred: [(number: Int, date: Int64, expectation: EntitlementExpectation)] = []
        /// How the attempts ended that brought a notification to nobody, by its id.
        var failed: [String: SendAttemptResult] = [:]

        mutating func note(_ deliveries: [ScenarioStepReport.Delivery]) {
            for delivery in deliveries where !delivery.isDuplicate {
                failed[delivery.notification.id] =
                    delivery.receipt.result == .success ? nil : delivery.receipt.result
            }
        }
    }

    /// Runs the scenario to its end, or to the first step that is refused unexpectedly.
    ///
    /// - Parameter report: Is told of each step.
    /// - Returns: The summary.
    /// - Throws: ``ScenarioFailure`` when the store cannot go on or the receiver cannot be asked.
    package func run(
        _ report: (ScenarioStepReport) -> Void
    ) async throws(ScenarioFailure) -> ScenarioSummary {
        var progress = Progress()
        for (place, step) in scenario.steps.enumerated() {
            var result = ScenarioStepReport(number: place + 1, date: session.now, words: step.words)
            result.deliveries = try await perform(step, &progress)
            progress.note(result.deliveries)
            result.date = session.now
            result.check = try await check(step, number: place + 1, &progress)
            let isExpected =
                if place + 1 < scenario.steps.count, case .expectError = scenario.steps[place + 1] { true } else {
                    false
                }
            if let refusal = progress.refusal, !isExpected {
                result.check = .unmet(expected: "the step is done", got: "refused, \(refusal.name): \(refusal)")
            }
            count(result, &progress.summary)
            if result.check != nil || step.canFail { report(result) }
            if progress.refusal != nil, !isExpected { break }
        }
        return try await finish(progress, report)
    }

    /// Does what a step does; a refusal is kept.
    private func perform(
        _ step: ScenarioStep, _ progress: inout Progress
    ) async throws(ScenarioFailure) -> [ScenarioStepReport.Delivery] {
        if case .expectError = step { return [] }
        progress.refusal = nil
        do throws(SessionError) {
            switch step {
            case .action(let action):
                try session.perform(action)
            case .settings(let settings):
                for setting in settings { try session.perform(setting.action) }
            case .advance(let time):
                if let date = target(time) { return deliveries(try await delivery.advance(to: date)) }
            case .expect, .expectNotifications, .expectError: return []
            }
        } catch {
            guard case .refused(let refusal) = error else { throw .session(error) }
            progress.refusal = refusal
        }
        return deliveries(await delivery.deliver())
    }

    /// The moment that time passes to; `nil` when nothing will happen any more.
    private func target(_ time: ScenarioStep.TimeStep) -> Int64? {
        switch time {
        case .duration(let duration, _): duration.end(from: session.now)
        case .milliseconds(let count): Instant.adding(count, to: session.now)
        case .moment(let date): date
        case .nextEvent: session.nextEventDate.map { max($0, session.now) }
        }
    }

    private func deliveries(_ attempts: [DeliveredAttempt]) -> [ScenarioStepReport.Delivery] {
        attempts.map {
            ScenarioStepReport.Delivery(
                notification: $0.notification, date: $0.date, number: $0.attempt.number,
                isDuplicate: $0.attempt.isDuplicate, receipt: receipts.take($0))
        }
    }

    private func check(
        _ step: ScenarioStep, number: Int, _ progress: inout Progress
    ) async throws(ScenarioFailure) -> EntitlementExpectation.Check? {
        switch step {
        case .action, .settings, .advance: return nil
        case .expect(let expectation):
            guard receiver.answersQuestions else { return .unasked }
            if isChaotic {
                progress.deferred.append((number, session.now, expectation))
                return nil
            }
            return expectation.check(try await standing(of: expectation.customer, at: session.now))
        case .expectNotifications(let names):
            let made = session.notifications(after: progress.counted).map(\.notification.pair)
            progress.counted = session.notificationCount
            guard made != names else { return .met }
            return .unmet(expected: ScenarioRunner.list(names), got: ScenarioRunner.list(made))
        case .expectError(let name):
            let got = progress.refusal.map { "\($0.name): \($0)" } ?? "the step is done"
            let isMet = progress.refusal?.name == name
            progress.refusal = nil
            return isMet ? .met : .unmet(expected: "refused, \(name)", got: got)
        }
    }

    private static func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }

    private func count(_ report: ScenarioStepReport, _ summary: inout ScenarioSummary) {
        summary.attempts += report.deliveries.count
        summary.failedAttempts += report.deliveries.count { $0.receipt.result != .success }
        switch report.check {
        case .met: summary.met += 1
        case .unmet: summary.unmet += 1
        case .unasked: summary.unasked += 1
        case nil: break
        }
    }

    /// Sends what is left, asks what was put off, and sums up.
    private func finish(
        _ progress: Progress, _ report: (ScenarioStepReport) -> Void
    ) async throws(ScenarioFailure) -> ScenarioSummary {
        let end = session.now
        var progress = progress
        var summary = progress.summary
        summary.notifications = session.notificationCount
        summary.pairs = session.notifications.map(\.notification.pair)
        do throws(SessionError) {
            let rest = deliveries(try await delivery.finish(atMost: ScenarioRunner.lastAttempts))
            progress.note(rest)
            if !rest.isEmpty {
                let last = ScenarioStepReport(
                    number: nil, date: session.now, words: "what is left is sent", deliveries: rest)
                count(last, &summary)
                report(last)
            }
        } catch {
            throw .session(error)
        }
        if !isChaotic {
            summary.undelivered = progress.failed.count
            summary.isRefused = progress.failed.values.contains(.unsuccessfulHTTPResponseCode)
        }
        for (number, date, expectation) in progress.deferred {
            var late = ScenarioStepReport(number: number, date: date, words: "expect \(expectation.words)")
            late.check = expectation.check(try await standing(of: expectation.customer, at: date))
            count(late, &summary)
            report(late)
        }
        if receiver.answersQuestions { summary.digest = try await digest(at: end) }
        return summary
    }
}
