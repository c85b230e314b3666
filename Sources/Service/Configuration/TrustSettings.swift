package import AppStoreVerification

/// What a configuration file says about trust: for commands that verify as the service does without running it.
package enum TrustSettings {
    /// What is trusted and accepted, and what the operator should know about it.
    package struct Reading: Sendable {
        /// What is trusted and accepted.
        package var verifier: VerifierConfiguration
        /// What the operator should know.
        package var warnings: [ConfigurationProblem]
    }

    /// Reads trust anchors, apps, environments and the clock of a configuration file.
    ///
    /// A file that names no app accepts every app, since the service is not what it is read for.
    ///
    /// - Parameters:
    ///   - settings: What flags and environment variables say, which counts before the file.
    ///   - path: The path of the configuration file.
    ///   - files: Where the named files are.
    ///   - now: The present, in milliseconds since 1970.
    /// - Returns: What is trusted and accepted.
    /// - Throws: Every problem at once.
    package static func verifier(
        _ settings: ServiceSettings, configurationFile path: String, files: ConfigurationFiles = .disk, now: Int64
    ) throws(ServiceConfigurationError) -> Reading {
        let file = try SettingsFile(at: path, in: files)
        var check = ConfigurationCheck(settings: settings.over(file.settings), files: files, now: now)
        let verifier = check.verifierConfiguration(acceptsAnyApp: true)
        let problems = file.problems + check.problems
        guard problems.isEmpty else { throw ServiceConfigurationError(problems: problems) }
        return Reading(verifier: verifier, warnings: check.warnings)
    }
}
