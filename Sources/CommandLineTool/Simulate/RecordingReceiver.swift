internal import SimulatorScenarios
internal import Synchronization

/// Keeps the bodies that another receiver takes.
final class RecordingReceiver: ScenarioReceiver {
    private let inner: any ScenarioReceiver
    private let bodies = Mutex<[UInt8]>([])

    init(_ inner: any ScenarioReceiver) { self.inner = inner }

    /// The bodies, one a line, in the order in which they came.
    var lines: [UInt8] { bodies.withLock { $0 } }

    var answersQuestions: Bool { inner.answersQuestions }

    func receive(_ body: [UInt8]) async -> ScenarioReceipt {
        bodies.withLock { $0 += body + [UInt8(ascii: "\n")] }
        return await inner.receive(body)
    }

    func entitlements(
        ofCustomer id: String, environment: String, at date: Int64
    ) async throws(ScenarioFailure) -> [UInt8]? {
        try await inner.entitlements(ofCustomer: id, environment: environment, at: date)
    }
}
