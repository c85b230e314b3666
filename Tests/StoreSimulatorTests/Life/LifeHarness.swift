import AppStoreModels
import AppStoreVerification
import EntitlementStorage
import Entitlements
import NotificationProcessing
import StoreSimulator
import Synchronization

/// A session whose notifications go through the real verifier, processor and store, and the answers from there.
final class LifeHarness: Sendable {
    let session: SimulatorSession
    private let processor: NotificationProcessor
    private let store = MemoryStore()
    private let taken = Mutex(0)
    private let clock: Mutex<Int64>

    init(_ session: SimulatorSession, app: SimulatedApp) throws {
        self.session = session
        clock = Mutex(session.now)
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(
                trustsBuiltInRoots: false, addedRoots: session.trustAnchors,
                apps: [AppIdentity(bundleId: app.bundleId, appAppleId: app.appAppleId)],
                environments: [app.environment]))
        let now = session.now
        processor = NotificationProcessor(verifier: verifier, store: store, now: { now })
    }

    /// Hands over what was sent since the last time, and gives the outcomes.
    @discardableResult
    func deliver() async -> [ProcessingOutcome?] {
        let new = session.notifications(after: taken.withLock { $0 })
        taken.withLock { $0 += new.count }
        var outcomes: [ProcessingOutcome?] = []
        for notification in new {
            outcomes.append(await processor.process(notification.body, source: .appStore).outcome)
        }
        return outcomes
    }

    /// The answer for a line now, after delivery.
    func answer(_ originalID: Int, at moment: Int64? = nil) async throws -> EntitlementAnswer? {
        await deliver()
        let now = moment ?? session.now
        for identity in try await store.lines(originalTransactionId: "\(originalID)", environment: nil) {
            guard let record = try await store.line(identity) else { continue }
            return Evaluator.evaluate(record, configuration: EvaluationConfiguration(), now: now, asOf: now).first
        }
        return nil
    }
}
