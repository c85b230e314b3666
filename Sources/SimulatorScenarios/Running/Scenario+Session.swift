package import StoreKitConfiguration
package import StoreSimulator

extension Scenario {
    /// The store in which the scenario happens, at its start.
    ///
    /// - Parameters:
    ///   - configuration: The products, where the scenario names a file.
    ///   - chain: Whose keys sign; `nil` for an authority of the session's own.
    ///   - seed: Where ids come from, in the place of the scenario's.
    /// - Returns: The session.
    /// - Throws: ``ScenarioFailure`` when the certificates cannot be made.
    package func makeSession(
        configuration: StoreConfiguration? = nil, chain: SigningChain? = nil, seed: UInt64? = nil
    ) throws(ScenarioFailure) -> SimulatorSession {
        var store = configuration
        if store == nil, case .inline(let inline) = products { store = inline }
        guard let store else { throw .session(.configuration("the scenario's configuration file is not given")) }
        var app = SimulatedApp(store)
        if let bundleId { app.bundleId = bundleId }
        app.environment = environment
        var options = SessionOptions(app: app)
        options.clock = .virtual(start: start)
        options.seed = seed ?? self.seed
        options.chain = chain
        do throws(SessionError) {
            return try SimulatorSession(configuration: store, options: options)
        } catch {
            throw .session(error)
        }
    }
}
