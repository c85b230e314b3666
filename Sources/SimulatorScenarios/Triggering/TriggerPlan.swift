internal import AppStoreModels
package import StoreSimulator

/// Which built-in scenario leads to a notification soonest, and what is sent before it.
package struct TriggerPlan: Sendable {
    /// The pair.
    package var pair: String
    /// The scenario.
    package var scenario: Scenario
    /// How many notifications come before.
    package var prior: Int
    /// When the notification is signed, in milliseconds since 1970-01-01T00:00:00Z.
    package var signedDate: Int64

    /// Finds the plan for a pair such as `DID_RENEW.BILLING_RECOVERY`; `nil` when no scenario sends it.
    ///
    /// - Parameters:
    ///   - pair: The pair.
    ///   - chain: Whose keys sign the rehearsals.
    /// - Returns: The plan.
    /// - Throws: ``ScenarioFailure`` when a scenario cannot be run.
    package static func find(_ pair: String, chain: SigningChain) async throws(ScenarioFailure) -> TriggerPlan? {
        try await all(chain: chain)[pair]
    }

    /// The plans for all pairs that the built-in scenarios send, by pair.
    ///
    /// - Parameter chain: Whose keys sign the rehearsals.
    /// - Returns: The plans.
    /// - Throws: ``ScenarioFailure`` when a scenario cannot be run.
    package static func all(chain: SigningChain) async throws(ScenarioFailure) -> [String: TriggerPlan] {
        var plans: [String: TriggerPlan] = [:]
        for scenario in try builtIn() {
            let sent = try await rehearse(scenario, chain: chain).notifications.map(\.notification)
            for (place, notification) in sent.enumerated() {
                if let best = plans[notification.pair], best.prior <= place { continue }
                plans[notification.pair] = TriggerPlan(
                    pair: notification.pair, scenario: scenario, prior: place, signedDate: notification.signedDate)
            }
        }
        return plans
    }

    private static func builtIn() throws(ScenarioFailure) -> [Scenario] {
        do throws(ScenarioError) {
            return try BuiltInScenarios.all()
        } catch {
            throw .session(.configuration(error.description))
        }
    }

    private static func rehearse(
        _ scenario: Scenario, chain: SigningChain, seed: UInt64? = nil
    ) async throws(ScenarioFailure) -> SimulatorSession {
        let session = try scenario.makeSession(chain: chain, seed: seed)
        _ = try await ScenarioRunner(scenario, in: session, receiver: RehearsalReceiver()).run { _ in }
        return session
    }

    /// Makes the notification, signed at a moment, or where the calendar is in the way within the days before it.
    ///
    /// The scenario starts so much earlier. As months differ in length, it may take a few turns to find how much; never
    /// is the notification signed after the moment, as nobody would believe it.
    ///
    /// - Parameters:
    ///   - date: The moment, in milliseconds since 1970-01-01T00:00:00Z; `nil` for the scenario's own.
    ///   - seed: Where ids come from.
    ///   - bundleId: The app; `nil` for the scenario's.
    ///   - chain: Whose keys sign.
    /// - Returns: The notification and the app that it is about; `nil` when it is not made then.
    /// - Throws: ``ScenarioFailure`` when the scenario cannot be run, or would begin before 1970.
    package func make(
        at date: Int64?, seed: UInt64, bundleId: String?, chain: SigningChain
    ) async throws(ScenarioFailure) -> (notification: SignedNotification, app: SimulatedApp)? {
        var moved = scenario
        if let bundleId { moved.bundleId = bundleId }
        guard let date else { return try await TriggerPlan.notification(prior, of: moved, seed: seed, chain: chain) }
        var best: (notification: SignedNotification, app: SimulatedApp)?
        var signed = signedDate
        for _ in 0..<TriggerPlan.turns {
            moved.start = Instant.adding(Instant.adding(date, to: moved.start), to: 0 &- signed)
            guard moved.start >= 0 else { throw .session(.refused(.dateOutOfRange(moved.start))) }
            let found = try await TriggerPlan.notification(prior, of: moved, seed: seed, chain: chain)
            guard let found, found.notification.notification.pair == pair else { return best }
            signed = found.notification.notification.signedDate
            if signed == date { return found }
            if signed < date, signed > best?.notification.notification.signedDate ?? .min { best = found }
        }
        return best
    }

    /// How often another start is tried.
    private static let turns = 6

    private static func notification(
        _ place: Int, of scenario: Scenario, seed: UInt64, chain: SigningChain
    ) async throws(ScenarioFailure) -> (notification: SignedNotification, app: SimulatedApp)? {
        let session = try await rehearse(scenario, chain: chain, seed: seed)
        let sent = session.notifications
        return place < sent.count ? (sent[place], session.app) : nil
    }
}
