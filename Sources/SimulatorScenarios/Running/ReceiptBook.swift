internal import StoreSimulator
internal import Synchronization

/// Keeps what a receiver said until the attempt is reported.
final class ReceiptBook: Sendable {
    private let receipts = Mutex<[[UInt8]: [ScenarioReceipt]]>([:])

    func add(_ receipt: ScenarioReceipt, for body: [UInt8]) {
        receipts.withLock { $0[body, default: []].append(receipt) }
    }

    /// The receipt of an attempt; a lost one has none.
    func take(_ attempt: DeliveredAttempt) -> ScenarioReceipt {
        let body = attempt.notification.body
        return receipts.withLock { receipts in
            guard var kept = receipts[body], !kept.isEmpty else {
                return ScenarioReceipt(result: attempt.result, answer: "lost")
            }
            let first = kept.removeFirst()
            receipts[body] = kept.isEmpty ? nil : kept
            return first
        }
    }
}
