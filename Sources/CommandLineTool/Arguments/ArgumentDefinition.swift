/// A word of a command line that is not a flag.
package struct ArgumentDefinition: Hashable, Sendable {
    /// What it is called in help, in capitals.
    package var name: String
    /// Whether the command needs it.
    package var isRequired: Bool
    /// Whether it takes all remaining words.
    package var isRepeatable: Bool
    /// The only values there are; empty when the command judges them itself.
    package var choices: [String]
    /// What it means, in one sentence without its full stop.
    package var summary: String

    package init(
        _ name: String, isRequired: Bool = false, isRepeatable: Bool = false, choices: [String] = [], _ summary: String
    ) {
        self.name = name
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.choices = choices
        self.summary = summary
    }

    /// The argument as it stands in a usage line.
    package var usage: String {
        // A long list of choices would hide the rest of the line.
        let word =
            choices.isEmpty || choices.count > 8 ? name + (isRepeatable ? "..." : "") : choices.joined(separator: "|")
        return isRequired ? word : "[\(word)]"
    }
}
