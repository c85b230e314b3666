package import Entitlements

/// What a configuration file says about answers: for commands that ask the store of a service without running it.
package enum AnswerSettings {
    /// Reads the names of entitlements, durations, caps and policies of a configuration file.
    ///
    /// Whatever else the file says is read as strictly, so that one file serves both.
    package static func evaluation(
        configurationFile path: String, files: ConfigurationFiles = .disk, now: Int64
    ) throws(ServiceConfigurationError) -> EvaluationConfiguration {
        let file = try SettingsFile(at: path, in: files)
        var check = ConfigurationCheck(settings: file.settings, files: files, now: now)
        let configuration = check.evaluationConfiguration()
        let problems = file.problems + check.problems
        guard problems.isEmpty else { throw ServiceConfigurationError(problems: problems) }
        return configuration
    }
}
