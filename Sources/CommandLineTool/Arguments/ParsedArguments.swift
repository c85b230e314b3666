internal import AppStoreModels

/// A command line taken apart by a definition, with everything that is wrong with it.
package struct ParsedArguments: Hashable, Sendable {
    /// A value and where it came from.
    package struct Value: Hashable, Sendable {
        /// The value as given.
        package var text: String
        /// The flag or environment variable that gave it.
        package var origin: String

        package init(text: String, origin: String) {
            self.text = text
            self.origin = origin
        }
    }

    /// The values of each flag by its name; a switch has the empty text.
    package private(set) var values: [String: [Value]] = [:]
    /// The words that are not flags, in their order.
    package private(set) var words: [String] = []
    /// Whether help was asked for.
    package private(set) var wantsHelp = false
    /// Everything that is wrong.
    package private(set) var problems: [Problem] = []

    /// Takes a command line apart.
    ///
    /// - Parameters:
    ///   - line: The words after those that choose the command.
    ///   - definition: What the command takes.
    ///   - environment: Stands in for flags that are not given, where the definition says so.
    package init(_ line: [String], by definition: CommandDefinition, environment: [String: String] = [:]) {
        var rest = line[...]
        while let word = rest.popFirst() {
            if word == "--" {
                words += rest
                break
            } else if word == "--help" || word == "-h" {
                wantsHelp = true
            } else if word.hasPrefix("-"), word != "-" {
                takeFlag(word, &rest, definition)
            } else {
                words.append(word)
            }
        }
        for flag in definition.flags where values[flag.name] == nil { takeEnvironment(flag, environment) }
        for flag in definition.flags {
            checkChoices(flag)
            if flag.isRequired, values[flag.name] == nil {
                problems.append(Problem("\(flag.usage) is missing"))
            }
        }
        checkWords(definition)
    }

    private mutating func takeFlag(_ word: String, _ rest: inout ArraySlice<String>, _ definition: CommandDefinition) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let flag = definition.flags.first(where: { $0.dashed == parts[0] }) else {
            let near = Suggestion.nearest(to: parts[0], among: definition.flags.map(\.dashed) + ["--help"])
            problems.append(
                Problem("unknown flag \(Quoted.word(parts[0]))", hint: near.map { "did you mean \($0)?" }))
            // The value of a mistyped flag is not one more argument.
            if parts.count == 1, definition.flags.contains(where: { $0.dashed == near && $0.valueName != nil }),
                let next = rest.first, !next.hasPrefix("--")
            {
                rest.removeFirst()
            }
            return
        }
        var text = parts.count > 1 ? parts[1] : ""
        if let valueName = flag.valueName {
            if parts.count == 1 {
                guard let next = rest.first, !next.hasPrefix("--") else {
                    problems.append(Problem("\(flag.dashed) needs a value: \(flag.usage)"))
                    return
                }
                text = next
                rest.removeFirst()
            }
            guard !text.isEmpty else {
                problems.append(Problem("\(flag.dashed) has an empty value", hint: "write \(flag.dashed) \(valueName)"))
                return
            }
            if !flag.isRepeatable, values[flag.name] != nil {
                problems.append(Problem("\(flag.dashed) is given more than once"))
                return
            }
        } else if parts.count > 1 {
            problems.append(Problem("\(flag.dashed) takes no value"))
            return
        }
        values[flag.name, default: []].append(Value(text: text, origin: flag.dashed))
    }

    private mutating func takeEnvironment(_ flag: FlagDefinition, _ environment: [String: String]) {
        guard let name = flag.environmentName, let text = environment[name], !text.isEmpty else { return }
        if flag.valueName == nil {
            switch text.lowercased() {
            case "1", "true", "yes": values[flag.name] = [Value(text: "", origin: name)]
            case "0", "false", "no": break
            default: problems.append(Problem("\(name) is \(Quoted.word(text)), not true or false"))
            }
        } else if flag.isRepeatable {
            values[flag.name] = text.split(separator: ",").map { Value(text: String($0), origin: name) }
        } else {
            values[flag.name] = [Value(text: text, origin: name)]
        }
    }

    private mutating func checkChoices(_ flag: FlagDefinition) {
        guard !flag.choices.isEmpty else { return }
        for value in values[flag.name] ?? [] where !flag.choices.contains(value.text) {
            problems.append(.notAChoice(value.text, of: flag.choices, for: value.origin))
        }
    }

    private mutating func checkWords(_ definition: CommandDefinition) {
        for (place, argument) in definition.arguments.enumerated() {
            guard words.count > place else {
                if argument.isRequired { problems.append(Problem("\(argument.usage) is missing")) }
                continue
            }
            if !argument.choices.isEmpty, !argument.choices.contains(words[place]) {
                problems.append(.notAChoice(words[place], of: argument.choices, for: argument.name))
            }
            if argument.isRepeatable { return }
        }
        for word in words.dropFirst(definition.arguments.count) {
            problems.append(Problem("unexpected argument \(Quoted.word(word))"))
        }
    }
}

extension Problem {
    /// A value that is none of those there are.
    package static func notAChoice(_ text: String, of choices: [String], for origin: String) -> Problem {
        let near = Suggestion.nearest(to: text, among: choices)
        if choices.count > 30, let near {
            // A page of names would hide the one that was meant.
            return Problem(
                "\(origin) is \(Quoted.word(text)), none of the \(choices.count)", hint: "did you mean \(near)?")
        }
        let list = choices.count < 2 ? choices.joined() : "one of \(choices.joined(separator: ", "))"
        return Problem("\(origin) is \(Quoted.word(text)), not \(list)", hint: near.map { "did you mean \($0)?" })
    }
}
