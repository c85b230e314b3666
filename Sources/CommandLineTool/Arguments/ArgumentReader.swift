/// Hands a command the values of its command line and gathers what is wrong with them.
///
/// A command reads everything it takes before it does anything; it runs only when nothing is wrong. So a getter may
/// answer with a stand-in after noting a problem.
package struct ArgumentReader {
    /// Everything that is wrong.
    package private(set) var problems: [Problem]
    /// What may be wrong.
    package private(set) var warnings: [Problem] = []

    private let parsed: ParsedArguments
    private let definition: CommandDefinition

    package init(_ parsed: ParsedArguments, definition: CommandDefinition) {
        self.parsed = parsed
        self.definition = definition
        problems = parsed.problems
    }

    /// Notes that something is wrong.
    package mutating func note(_ problem: Problem) { problems.append(problem) }

    /// Notes that something may be wrong.
    package mutating func warn(_ problem: Problem) { warnings.append(problem) }

    /// Whether a switch is set.
    package func isSet(_ flag: FlagDefinition) -> Bool { !values(flag).isEmpty }

    /// The value of a flag as given.
    package func text(_ flag: FlagDefinition) -> String? { values(flag).first?.text }

    /// All values of a flag with the places they came from.
    package func values(_ flag: FlagDefinition) -> [ParsedArguments.Value] {
        assert(definition.flags.contains(flag), "\(definition.name) does not define \(flag.dashed)")
        return parsed.values[flag.name] ?? []
    }

    /// The word in the place of an argument.
    package func word(_ argument: ArgumentDefinition) -> String? { words(argument).first }

    /// The words in the place of an argument that takes all that remain.
    package func words(_ argument: ArgumentDefinition) -> [String] {
        guard let place = definition.arguments.firstIndex(of: argument) else {
            assertionFailure("\(definition.name) does not define \(argument.name)")
            return []
        }
        return Array(parsed.words.dropFirst(place))
    }

    /// The value of a flag as a whole number within bounds.
    package mutating func integer(_ flag: FlagDefinition, in range: ClosedRange<Int>) -> Int? {
        guard let value = values(flag).first else { return nil }
        if let number = Int(value.text), range.contains(number) { return number }
        note(
            Problem(
                "\(value.origin) is \(Quoted.word(value.text)), not a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound)"))
        return nil
    }

    /// The value of a flag as a point in time.
    package mutating func time(_ flag: FlagDefinition) -> TimeArgument? {
        guard let value = values(flag).first else { return nil }
        return time(value)
    }

    /// A value as a point in time.
    package mutating func time(_ value: ParsedArguments.Value) -> TimeArgument? {
        do throws(TimeArgument.Mistake) {
            let time = try TimeArgument(parsing: value.text)
            if let doubt = time.doubt { warn(Problem("\(value.origin) \(doubt.text)", hint: doubt.hint)) }
            return time
        } catch {
            note(
                Problem(
                    "\(value.origin) is \(Quoted.word(value.text)), not a time: \(error.reason)", hint: error.hint))
            return nil
        }
    }
}
