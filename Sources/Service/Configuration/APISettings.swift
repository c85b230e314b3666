/// What a configuration file says about the App Store Server API; nil where it says nothing.
package struct APISettings: Hashable, Sendable {
    /// The `.p8` file with the key.
    package var keyFile: String?
    /// The key's id.
    package var keyId: String?
    /// The issuer's id.
    package var issuerId: String?
    /// The app's bundle id.
    package var bundleId: String?

    /// Another host than Apple's, such as a simulator's.
    package var baseURL: String?

    /// Says nothing.
    package init() {}

    /// Reads a configuration file, as strictly as the service does.
    ///
    /// - Throws: Everything that is wrong with the file.
    package static func read(
        configurationFile path: String, files: ConfigurationFiles = .disk
    ) throws(ServiceConfigurationError) -> APISettings {
        let file = try SettingsFile(at: path, in: files)
        guard file.problems.isEmpty else { throw ServiceConfigurationError(problems: file.problems) }
        return file.settings.api ?? APISettings()
    }
}
