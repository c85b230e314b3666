/// What a command is called and takes; help, completion and parsing all come from it.
package struct CommandDefinition: Hashable, Sendable {
    /// A command line to try, and what it does.
    package struct Example: Hashable, Sendable {
        /// The command line, without the name of the program.
        package var line: String
        /// What it does.
        package var purpose: String

        package init(_ line: String, _ purpose: String) {
            self.line = line
            self.purpose = purpose
        }
    }

    /// The words that choose it, separated by spaces.
    package var name: String
    /// What it does, in one sentence without its full stop.
    package var summary: String
    /// More to know, one paragraph each.
    package var discussion: [String]
    /// The words it takes.
    package var arguments: [ArgumentDefinition]
    /// The flags it takes, beside `--help`.
    package var flags: [FlagDefinition]
    /// Command lines to try.
    package var examples: [Example]

    package init(
        _ name: String, _ summary: String, discussion: [String] = [], arguments: [ArgumentDefinition] = [],
        flags: [FlagDefinition] = [], examples: [Example]
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.flags = flags
        self.examples = examples
    }

    /// The words that choose it.
    package var words: [String] { name.split(separator: " ").map(String.init) }
}
