/// A configuration file as far as it can be read, for whoever looks for everything that is wrong.
package struct ReadSettings: Hashable, Sendable {
    /// What the file says.
    package let settings: ServiceSettings
    /// What is wrong with the file itself; whether the settings make sense is not judged here.
    package let problems: [ConfigurationProblem]

    /// Reads a file, as strictly as the service does.
    package init(configurationFile path: String, files: ConfigurationFiles = .disk) {
        do throws(ConfigurationFiles.Failure) {
            let file = SettingsFile(try files.read(path))
            settings = file.settings
            problems = file.problems
        } catch {
            settings = ServiceSettings()
            problems = [ConfigurationProblem("config", "\"\(path)\" \(error)")]
        }
    }
}
