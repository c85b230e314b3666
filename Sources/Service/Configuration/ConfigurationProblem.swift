/// Something in the configuration that keeps the service from starting, or that is worth a warning.
package struct ConfigurationProblem: Hashable, Sendable {
    /// The setting by its name in a configuration file, such as `trust.apps[0].bundleId`.
    package var setting: String
    /// What is wrong: lower case, no full stop.
    package var problem: String
    /// The next step.
    package var hint: String?

    /// Describes a problem.
    package init(_ setting: String, _ problem: String, hint: String? = nil) {
        self.setting = setting
        self.problem = problem
        self.hint = hint
    }
}

extension ConfigurationProblem {
    /// Whether the problem is about a setting or a part of it.
    func isWithin(_ other: String) -> Bool {
        guard setting.hasPrefix(other) else { return false }
        let rest = setting.dropFirst(other.count)
        return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[")
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// One line for people.
    package var description: String { "\(setting): \(problem)" }
}

/// Everything that is wrong with a configuration, at once.
package struct ServiceConfigurationError: Error, Hashable, Sendable {
    /// The problems, at least one, in the order of the settings.
    package var problems: [ConfigurationProblem]
}

extension ServiceConfigurationError: CustomStringConvertible {
    /// One line for each problem.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
