/// A flag of a command: a switch, or one that takes a value.
package struct FlagDefinition: Hashable, Sendable {
    /// The name without its dashes.
    package var name: String
    /// What the value is called in help, in capitals; `nil` for a switch.
    package var valueName: String?
    /// The only values there are; empty when the command judges them itself.
    package var choices: [String]
    /// Whether it may be given more than once.
    package var isRepeatable: Bool
    /// Whether the command needs it.
    package var isRequired: Bool
    /// Whether an environment variable stands in where the flag is not given.
    package var readsEnvironment: Bool
    /// That variable's name, where it is not made of the flag's own.
    package var variable: String?
    /// The heading it stands under in help.
    package var section: String
    /// What it does, in one sentence without its full stop.
    package var summary: String

    /// Defines a switch.
    package static func toggle(_ name: String, _ summary: String) -> FlagDefinition {
        FlagDefinition(
            name: name, valueName: nil, choices: [], isRepeatable: false, isRequired: false, readsEnvironment: false,
            section: "Flags", summary: summary)
    }

    /// Defines a flag with a value.
    package static func value(
        _ name: String, _ valueName: String, choices: [String] = [], isRepeatable: Bool = false,
        isRequired: Bool = false, readsEnvironment: Bool = false, section: String = "Flags", _ summary: String
    ) -> FlagDefinition {
        FlagDefinition(
            name: name, valueName: valueName, choices: choices, isRepeatable: isRepeatable, isRequired: isRequired,
            readsEnvironment: readsEnvironment, section: section, summary: summary)
    }

    /// The same switch, with an environment variable and a heading of its own.
    package func reading(environment: Bool = true, section: String) -> FlagDefinition {
        var flag = self
        flag.readsEnvironment = environment
        flag.section = section
        return flag
    }

    /// The same flag, with an environment variable of another name.
    package func reading(variable: String) -> FlagDefinition {
        var flag = self
        flag.readsEnvironment = true
        flag.variable = variable
        return flag
    }

    /// The flag as it is typed.
    package var dashed: String { "--\(name)" }

    /// The flag as it is typed, with the name of its value.
    package var usage: String { valueName.map { "\(dashed) \($0)" } ?? dashed }

    /// The environment variable that stands in for it.
    package var environmentName: String? {
        guard readsEnvironment else { return nil }
        return variable ?? "STOREKEEPER_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
}
