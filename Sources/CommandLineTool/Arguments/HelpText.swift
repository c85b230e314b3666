/// Writes help from definitions.
package struct HelpText {
    /// How many columns there are.
    private let width: Int

    package init(width: Int) { self.width = max(width, 40) }

    /// Help for the whole program.
    package func overview(of definitions: [CommandDefinition]) -> String {
        var lines = ["storekeeper \(Product.version): \(Product.summary)", ""]
        lines += ["Usage: storekeeper COMMAND [arguments]", "", "Commands"]
        var rows: [(String, String)] = []
        for definition in definitions {
            let group = definition.words.count > 1 ? definition.words[0] : ""
            if let summary = CommandList.largeGroups[group] {
                if rows.last?.0 != group { rows.append((group, summary)) }
            } else {
                rows.append((definition.name, definition.summary))
            }
        }
        lines += TextWrapping.columns(rows, indent: 2, width: width)
        lines += ["", "More"]
        lines += TextWrapping.columns(
            [
                ("storekeeper COMMAND --help", "arguments, flags and examples of a command"),
                ("storekeeper help CODE", "cause, fix and an example for a failure code"),
                ("storekeeper help codes", "every failure code"),
                ("storekeeper help exit-codes", "what the exit codes mean"),
                ("storekeeper --version", "the version"),
            ], indent: 2, width: width)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Help for the commands that share a first word.
    package func overview(of definitions: [CommandDefinition], group: String) -> String {
        var lines = ["Usage: storekeeper \(group) COMMAND [arguments]", "", "Commands"]
        lines += TextWrapping.columns(definitions.map { ($0.name, $0.summary) }, indent: 2, width: width)
        lines += ["", "storekeeper \(group) COMMAND --help shows arguments, flags and examples."]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Help for one command.
    package func text(of definition: CommandDefinition) -> String {
        var lines = TextWrapping.lines("storekeeper \(definition.name): \(definition.summary)", width: width)
        lines += [""] + usage(of: definition)
        for paragraph in definition.discussion { lines += [""] + TextWrapping.lines(paragraph, width: width) }
        if !definition.arguments.isEmpty {
            lines += ["", "Arguments"]
            lines += TextWrapping.columns(
                definition.arguments.map { ($0.name, explanation($0.summary, $0.choices)) }, indent: 2, width: width)
        }
        var sections: [String] = []
        for flag in definition.flags where !sections.contains(flag.section) { sections.append(flag.section) }
        for section in sections {
            lines += ["", section]
            lines += TextWrapping.columns(
                definition.flags.filter { $0.section == section }.map { ($0.usage, explanation($0)) }, indent: 2,
                width: width)
        }
        lines += ["", "Examples"]
        for example in definition.examples {
            lines += TextWrapping.lines(example.purpose + ":", width: width - 2).map { "  " + $0 }
            lines.append("    storekeeper \(example.line)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The usage lines of one command.
    private func usage(of definition: CommandDefinition) -> [String] {
        let start = "Usage: storekeeper \(definition.name)"
        let items =
            definition.arguments.map(\.usage)
            + definition.flags.map { ($0.isRequired ? $0.usage : "[\($0.usage)]") + ($0.isRepeatable ? "..." : "") }
        // Beside a long name too little room is left.
        guard start.count < 48 else {
            return [start] + TextWrapping.joining(items, with: " ", width: width - 7).map { "       " + $0 }
        }
        let lines = TextWrapping.joining(items, with: " ", width: max(width - start.count - 1, 30))
        guard let first = lines.first else { return [start] }
        return ["\(start) \(first)"]
            + lines.dropFirst().map { String(repeating: " ", count: start.count + 1) + $0 }
    }

    private func explanation(_ flag: FlagDefinition) -> String {
        var text = explanation(flag.summary, flag.choices)
        if flag.isRepeatable { text += "; repeatable" }
        if let name = flag.environmentName { text += " [\(name)]" }
        return text
    }

    private func explanation(_ summary: String, _ choices: [String]) -> String {
        choices.isEmpty ? summary : "\(summary) (one of: \(choices.joined(separator: ", ")))"
    }
}
