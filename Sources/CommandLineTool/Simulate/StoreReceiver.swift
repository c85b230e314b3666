internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import SimulatorScenarios
internal import StoreSimulator
internal import StrictJSON

/// Takes the notifications of a scenario into a store of this process, as `serve` would.
struct StoreReceiver: ScenarioReceiver {
    private let processor: NotificationProcessor
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - store: The store.
    ///   - session: The session whose notifications are trusted.
    ///   - now: The present, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Throws: A defect, when the session's certificates cannot be trusted.
    init(
        _ store: any EntitlementStore, trusting session: SimulatorSession, now: @escaping @Sendable () -> Int64
    ) throws(CommandError) {
        let isXcode = session.app.environment == .xcode
        do throws(VerifierConfigurationError) {
            let verifier = try SignedDataVerifier(
                VerifierConfiguration(
                    trustsBuiltInRoots: false, addedRoots: isXcode ? [] : session.trustAnchors,
                    xcodeCertificates: isXcode ? session.trustAnchors : [],
                    apps: [AppIdentity(bundleId: session.app.bundleId, appAppleId: session.app.appAppleId)],
                    environments: [session.app.environment]))
            processor = NotificationProcessor(verifier: verifier, store: store, now: now)
        } catch {
            throw .defect(Problem("cannot verify what is simulated: \(error)"))
        }
        self.now = now
    }

    var answersQuestions: Bool { true }

    func receive(_ body: [UInt8]) async -> ScenarioReceipt {
        let start = now()
        let report = await processor.process(body, source: .appStore)
        let elapsed = max(now() - start, 0)
        guard let outcome = report.outcome else {
            return ScenarioReceipt(
                result: .unsuccessfulHTTPResponseCode, answer: "store unavailable", milliseconds: elapsed)
        }
        let code = report.failure.map { " \($0.code)" } ?? ""
        return ScenarioReceipt(
            result: outcome == .rejected ? .unsuccessfulHTTPResponseCode : .success,
            answer: outcome.rawValue + code, milliseconds: elapsed)
    }

    func entitlements(
        ofCustomer id: String, environment: String, at date: Int64
    ) async throws(ScenarioFailure) -> [UInt8]? {
        let answers = StoreAnswers(
            store: processor.store, configuration: EvaluationConfiguration(), environment: environment, now: date,
            asOf: date)
        do throws(StoreError) {
            return JSONWriter().bytes(try await answers.customer(id, environment: environment).json)
        } catch {
            throw .receiver(error.description)
        }
    }
}
