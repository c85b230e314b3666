/// Writes shell completion from definitions.
package struct CompletionScript {
    private let definitions: [CommandDefinition]

    package init(_ definitions: [CommandDefinition]) { self.definitions = definitions }

    /// What may follow the words typed so far: the next words of command names, by the words before them.
    private var nextWords: [(before: String, words: [String])] {
        var found: [(before: String, words: [String])] = []
        for definition in definitions {
            for (place, word) in definition.words.enumerated() {
                let before = definition.words.prefix(place).joined(separator: " ")
                if let at = found.firstIndex(where: { $0.before == before }) {
                    if !found[at].words.contains(word) { found[at].words.append(word) }
                } else {
                    found.append((before, [word]))
                }
            }
        }
        return found
    }
}

extension CompletionScript {
    /// A script for bash 4 or later.
    package var bash: String {
        var lines = [
            "# bash completion for storekeeper; load it with: source <(storekeeper completion bash)",
            "_storekeeper() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= index",
            "    [[ $current == '=' ]] && current=",
            "    [[ $previous == '=' ]] && previous=${COMP_WORDS[COMP_CWORD-2]}",
            "    for ((index = 1; index < COMP_CWORD; index++)); do",
            "        case \"${command:+$command }${COMP_WORDS[index]}\" in",
        ]
        let prefixes = nextWords.flatMap { next in
            next.words.map { Self.quoted(next.before.isEmpty ? $0 : "\(next.before) \($0)") }
        }
        lines += [
            "        \(prefixes.joined(separator: "|"))) command=\"${command:+$command }${COMP_WORDS[index]}\" ;;"
        ]
        lines += ["        *) break ;;", "        esac", "    done", "    COMPREPLY=()"]
        lines += ["    case \"$command $previous\" in"]
        for definition in definitions {
            for flag in definition.flags where flag.valueName != nil {
                let words = flag.choices.isEmpty ? "" : flag.choices.joined(separator: " ")
                let act =
                    words.isEmpty
                    ? "return" : "COMPREPLY=($(compgen -W \(Self.quoted(words)) -- \"$current\")); return"
                lines.append("    \(Self.quoted("\(definition.name) \(flag.dashed)"))) \(act) ;;")
            }
        }
        lines += ["    esac", "    case \"$command\" in"]
        for next in nextWords {
            var words = next.words
            if next.before.isEmpty { words += ["--help", "--version"] }
            lines.append("    \(Self.quoted(next.before))) words=\(Self.quoted(words.joined(separator: " "))) ;;")
        }
        for definition in definitions {
            let words = definition.flags.map(\.dashed) + ["--help"]
            let choices = definition.arguments.first?.choices ?? []
            lines += ["    \(Self.quoted(definition.name)))"]
            lines += ["        if [[ $current == -* ]]; then words=\(Self.quoted(words.joined(separator: " ")))"]
            if !choices.isEmpty { lines += ["        else words=\(Self.quoted(choices.joined(separator: " ")))"] }
            lines += ["        fi ;;"]
        }
        lines += ["    esac", "    [[ -n $words ]] && COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))", "}"]
        lines += ["complete -o default -F _storekeeper storekeeper"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension CompletionScript {
    /// A script for zsh.
    package var zsh: String {
        var lines = [
            "#compdef storekeeper",
            "# zsh completion for storekeeper; load it with: source <(storekeeper completion zsh)",
            "_storekeeper() {",
            "    local command= index",
            "    for ((index = 2; index < CURRENT; index++)); do",
            "        case \"${command:+$command }${words[index]}\" in",
        ]
        let prefixes = nextWords.flatMap { next in
            next.words.map { Self.quoted(next.before.isEmpty ? $0 : "\(next.before) \($0)") }
        }
        lines += ["        \(prefixes.joined(separator: "|"))) command=\"${command:+$command }${words[index]}\" ;;"]
        lines += ["        *) break ;;", "        esac", "    done", "    case \"$command\" in"]
        for next in nextWords {
            let described = next.words.map { word in
                let name = next.before.isEmpty ? word : "\(next.before) \(word)"
                let summary = definitions.first { $0.name == name }?.summary
                return Self.quoted(summary.map { "\(word):\($0)" } ?? word)
            }
            lines += ["    \(Self.quoted(next.before)))"]
            lines += ["        local -a choices=(\(described.joined(separator: " ")))"]
            lines += ["        _describe command choices ;;"]
        }
        for definition in definitions {
            // The words that chose the command are cut off, the last of them stands for its name.
            lines += ["    \(Self.quoted(definition.name)))"]
            lines += ["        shift \(definition.words.count) words; ((CURRENT -= \(definition.words.count)))"]
            lines += [
                "        _arguments -S \(specifications(of: definition).map(Self.quoted).joined(separator: " ")) ;;"
            ]
        }
        lines += ["    esac", "}"]
        lines += [
            "if [[ $funcstack[1] == _storekeeper ]]; then _storekeeper \"$@\"; else compdef _storekeeper storekeeper; fi"
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private func specifications(of definition: CommandDefinition) -> [String] {
        let flags = definition.flags.map { flag -> String in
            let summary = flag.summary.map { "[]:".contains($0) ? "\\\($0)" : String($0) }.joined()
            let start = (flag.isRepeatable ? "*" : "") + flag.dashed
            guard let value = flag.valueName else { return "\(start)[\(summary)]" }
            return "\(start)=[\(summary)]:\(value):\(completer(flag.choices, value))"
        }
        let arguments = definition.arguments.map { argument in
            (argument.isRepeatable ? "*" : "") + ":\(argument.name):" + completer(argument.choices, argument.name)
        }
        return flags + ["--help[shows help]"] + arguments
    }

    private func completer(_ choices: [String], _ name: String) -> String {
        if !choices.isEmpty { return "(\(choices.joined(separator: " ")))" }
        return name == "DIR" ? "_files -/" : ["FILE", "INPUT", "FILE|-"].contains(name) ? "_files" : " "
    }
}
