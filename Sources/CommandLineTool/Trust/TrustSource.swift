internal import AppStoreVerification
internal import Service

/// What a command that also takes a configuration file trusts: by its flags, and by the file where they are silent.
struct TrustSource: Sendable {
    static let config = FlagDefinition.value(
        "config", "FILE", readsEnvironment: true,
        "reads what is trusted, where flags do not say it, and the names of entitlements, durations and policies from "
            + "the service's configuration file")

    private let options: TrustOptions
    private let settings: ServiceSettings
    private let configurationFile: String?

    /// Reads the trust flags, where a file speaks for those that are silent; problems are noted in the reader.
    init(reading arguments: inout ArgumentReader, configurationFile: String?) {
        options = TrustOptions(reading: &arguments, isComplete: configurationFile == nil)
        var settings = ServiceSettings()
        settings.add(options, givenIn: arguments)
        self.settings = settings
        self.configurationFile = configurationFile
    }

    /// Makes the verifier, and says when it accepts every app.
    ///
    /// - Throws: Every problem with the files at once.
    func verifier(io: CommandIO) throws(CommandError) -> SignedDataVerifier {
        let configuration = try configuration(io: io)
        if configuration.apps.isEmpty { io.warn(TrustOptions.anyApp) }
        do throws(VerifierConfigurationError) {
            return try SignedDataVerifier(configuration)
        } catch {
            throw .misconfigured([Problem(error.description)])
        }
    }

    private func configuration(io: CommandIO) throws(CommandError) -> VerifierConfiguration {
        guard let configurationFile else { return try TrustMaterial.configuration(for: options, io: io) }
        do throws(ServiceConfigurationError) {
            var reading = try TrustSettings.verifier(settings, configurationFile: configurationFile, now: io.now())
            for warning in reading.warnings.map(Problem.init) { io.warn(warning.text, hint: warning.hint) }
            reading.verifier.maximumBytes = CommandIO.inputLimit
            return reading.verifier
        } catch {
            throw .misconfigured(error.problems.map(Problem.init))
        }
    }
}
