internal import AppStoreModels
internal import EntitlementStorage
internal import Entitlements
internal import SimulatorHistories
internal import StoreSimulator

/// A history whose notifications were signed, and verified as they would be on arrival.
struct VerifiedHistory: Sendable {
    let history: SimulatedHistory
    let bodies: [[UInt8]]
    /// One for each notification.
    let deliveries: [VerifiedDelivery]

    /// What was sent, such as `SUBSCRIBED.INITIAL_BUY`.
    var names: [String] {
        history.notifications.map { [$0.type.rawValue, $0.subtype?.rawValue].compactMap { $0 }.joined(separator: ".") }
    }

    /// The numbers of all lines that the store's books have at the end.
    var lines: Set<String> { Set(history.checkpoints.last?.purchases.map(\.originalTransactionId) ?? []) }

    /// Where answers from what is held part from the store's own books.
    ///
    /// Each checkpoint is asked about as things were known then: what was signed later does not count.
    func differences(_ records: [String: LineRecord]) -> [String] {
        lines.sorted().flatMap { line -> [String] in
            history.checkpoints.compactMap { checkpoint -> String? in
                let answers = records[line].map {
                    Evaluator.evaluate(
                        $0, configuration: EvaluationConfiguration(), now: checkpoint.date, asOf: checkpoint.date)
                }
                let expected = checkpoint.purchases.filter { $0.originalTransactionId == line }
                guard let difference = Self.difference(answers ?? [], expected) else { return nil }
                return "line \(line) at \(checkpoint.date): \(difference)\n" + account(of: line)
            }
        }
    }

    private static func difference(_ answers: [EntitlementAnswer], _ expected: [ExpectedPurchase]) -> String? {
        guard answers.count == expected.count else {
            return "\(answers.map(\.state)) where the store has \(expected.map(\.state))"
        }
        for (answer, expected) in zip(answers, expected) {
            if answer.state.rawValue != expected.state.rawValue {
                return "\(answer.state) by \(answer.because.rule) where the store has \(expected.state)"
            }
            if answer.productId != expected.productId {
                return "product \(answer.productId ?? "none") where the store has \(expected.productId)"
            }
            if let until = expected.until, answer.until != until {
                return "until \(answer.until.map(String.init) ?? "none") where the store has \(until)"
            }
        }
        return nil
    }

    /// What was done, and what was sent about a line.
    private func account(of line: String) -> String {
        let about = zip(history.notifications, zip(names, deliveries)).filter { _, named in
            named.1.facts.contains { $0.version.statement.lineId == line }
        }
        return (history.actions.map { "  did \($0)" } + about.map { "  sent \($0.signedDate) \($1.0)" })
            .joined(separator: "\n")
    }
}
