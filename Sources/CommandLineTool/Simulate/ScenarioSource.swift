internal import AppStoreModels
internal import SimulatorScenarios
internal import StoreKitConfiguration

/// A scenario that a command line names: a file, or one that comes with the program.
struct ScenarioSource {
    static let argument = ArgumentDefinition(
        "SCENARIO", isRequired: true, "a scenario file, - for standard input, or a name that simulate list shows")
    static let name = ArgumentDefinition(
        "NAME", isRequired: true, "a name that simulate list shows, or a scenario file")

    /// The scenario.
    let scenario: Scenario
    /// The configuration file that it names.
    let configuration: StoreConfiguration?

    /// Finds the scenario.
    ///
    /// - Throws: A problem that names the place in the file, or the nearest name.
    init(_ word: String, io: CommandIO) throws(CommandError) {
        let isFile = word == "-" || word.contains("/") || word.hasSuffix(".json") || io.files.kind(of: word) == .file
        guard isFile else {
            scenario = try ScenarioSource.builtIn(word)
            configuration = nil
            return
        }
        let bytes = try io.contents(of: word)
        let name = InputResolver.name(word)
        do throws(ScenarioError) {
            scenario = try Scenario(parsing: bytes, name: ScenarioSource.baseName(word))
        } catch {
            throw .misconfigured([Problem("\(name): \(TerminalText.lines(error.description))", apart: ())])
        }
        guard case .file(let path) = scenario.products else {
            configuration = nil
            return
        }
        // A path is meant from where the scenario is.
        let folder = word.contains("/") ? word.prefix(through: word.lastIndex(of: "/") ?? word.startIndex) : ""
        configuration = try ConfigurationFile(path.hasPrefix("/") ? path : folder + path, io: io).configuration
    }

    /// All scenarios that come with the program.
    static func builtIn() throws(CommandError) -> [Scenario] {
        do throws(ScenarioError) {
            return try BuiltInScenarios.all()
        } catch {
            throw .defect(Problem("a built-in scenario is wrong: \(error)"))
        }
    }

    private static func builtIn(_ name: String) throws(CommandError) -> Scenario {
        let all = try builtIn()
        if let found = all.first(where: { $0.name == name }) { return found }
        let near = Suggestion.nearest(to: name, among: all.map(\.name))
        throw .notFound(
            Problem(
                "there is no scenario \(Quoted.word(name))",
                hint: near.map { "did you mean \($0)?" } ?? "storekeeper simulate list shows all"))
    }

    private static func baseName(_ path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
    }
}

extension TerminalText {
    /// Several lines, each with nothing in it that could steer a terminal.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { plain(String($0)) }.joined(separator: "\n")
    }
}
