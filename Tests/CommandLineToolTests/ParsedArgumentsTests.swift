internal import AppStoreModels
internal import CommandLineTool
internal import Testing

@Suite("Taking command lines apart")
struct ParsedArgumentsTests {
    static let definition = CommandDefinition(
        "mend", "mends", arguments: [ArgumentDefinition("INPUT", "what")],
        flags: [
            .value("root", "FILE", isRepeatable: true, readsEnvironment: true, "a root"),
            .value("kind", "KIND", choices: ["sock", "glove"], "a kind"),
            .value("at", "TIME", readsEnvironment: true, "a time"),
            .toggle("json", "as JSON").reading(section: "Flags"),
        ], examples: [])

    static func parse(_ line: String..., environment: [String: String] = [:]) -> ParsedArguments {
        ParsedArguments(line, by: definition, environment: environment)
    }

    @Test("A value stands behind an equals sign or in the next word")
    func values() {
        let parsed = Self.parse("--root=a=b", "--root", "c", "in", "--kind", "sock", "--json")
        #expect(parsed.problems.isEmpty)
        #expect(parsed.values["root"]?.map(\.text) == ["a=b", "c"])
        #expect(parsed.values["kind"] == [.init(text: "sock", origin: "--kind")])
        #expect(parsed.values["json"]?.count == 1)
        #expect(parsed.words == ["in"])
    }

    @Test("A minus sign is a word, and a value may begin with one")
    func minus() {
        #expect(Self.parse("-").words == ["-"])
        #expect(Self.parse("--at", "-5").values["at"]?.map(\.text) == ["-5"])
        #expect(Self.parse("--root", "-").values["root"]?.map(\.text) == ["-"])
    }

    @Test("Two minus signs end the flags")
    func end() {
        let parsed = Self.parse("--json", "--", "--root")
        #expect(parsed.words == ["--root"])
        #expect(parsed.problems.isEmpty)
    }

    @Test("Help is asked for in two ways, among other flags", arguments: ["-h", "--help"])
    func help(_ flag: String) { #expect(Self.parse("--json", flag).wantsHelp) }

    @Test(
        "What is wrong is said",
        arguments: [
            (["--jsn"], [Problem("unknown flag \"--jsn\"", hint: "did you mean --json?")]),
            (["--JSON"], [Problem("unknown flag \"--JSON\"", hint: "did you mean --json?")]),
            (["--rot", "x"], [Problem("unknown flag \"--rot\"", hint: "did you mean --root?")]),
            (["-x"], [Problem("unknown flag \"-x\"")]),
            (["--root"], [Problem("--root needs a value: --root FILE")]),
            (["--root", "--json"], [Problem("--root needs a value: --root FILE")]),
            (["--root="], [Problem("--root has an empty value", hint: "write --root FILE")]),
            (["--json=yes"], [Problem("--json takes no value")]),
            (["--at", "1", "--at", "2"], [Problem("--at is given more than once")]),
            (
                ["--kind", "socks"],
                [Problem("--kind is \"socks\", not one of sock, glove", hint: "did you mean sock?")]
            ),
            (["a", "b"], [Problem("unexpected argument \"b\"")]),
            (["--x\u{1B}[2J"], [Problem("unknown flag \"--x\\u{1b}[2J\"")]),
        ])
    func problems(_ line: [String], _ problems: [Problem]) {
        #expect(ParsedArguments(line, by: Self.definition).problems == problems)
    }

    @Test("An environment variable stands in for a flag that is not given")
    func environment() {
        let parsed = Self.parse(
            "--at", "5",
            environment: [
                "STOREKEEPER_ROOT": "a,b", "STOREKEEPER_AT": "7", "STOREKEEPER_KIND": "x", "STOREKEEPER_JSON": "1",
            ])
        #expect(parsed.problems.isEmpty)
        #expect(parsed.values["root"]?.map(\.text) == ["a", "b"])
        #expect(parsed.values["root"]?.first?.origin == "STOREKEEPER_ROOT")
        #expect(parsed.values["at"]?.map(\.text) == ["5"])
        #expect(parsed.values["kind"] == nil)
        #expect(parsed.values["json"]?.count == 1)
    }

    @Test("An empty variable counts as unset, and a switch is true or false")
    func environmentForms() {
        #expect(Self.parse(environment: ["STOREKEEPER_ROOT": ""]).values["root"] == nil)
        #expect(Self.parse(environment: ["STOREKEEPER_JSON": "no"]).values["json"] == nil)
        #expect(
            Self.parse(environment: ["STOREKEEPER_JSON": "maybe"]).problems
                == [Problem("STOREKEEPER_JSON is \"maybe\", not true or false")])
    }

    @Test("A required argument is missed by its name or choices")
    func required() {
        let definition = CommandDefinition(
            "sign", "signs", arguments: [.init("KIND", isRequired: true, choices: ["a", "b"], "kind")], examples: [])
        #expect(ParsedArguments([], by: definition).problems == [Problem("a|b is missing")])
    }
}

@Suite("Suggesting words")
struct SuggestionTests {
    @Test(
        "Added, lost, wrong and swapped letters count one each",
        arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1), ("kitten", "sitting", 3)])
    func distance(_ left: String, _ right: String, _ expected: Int) {
        #expect(Suggestion.distance(Array(left), Array(right)) == expected)
        #expect(Suggestion.distance(Array(right), Array(left)) == expected)
    }

    @Test(
        "Only near words are suggested",
        arguments: [
            ("decdoe", "decode"), ("veri", "verify"), ("VERIFY", "verify"), ("x", nil), ("entirely-else", nil),
            (String(repeating: "a", count: 5000), nil),
        ])
    func nearest(_ word: String, _ expected: String?) {
        #expect(Suggestion.nearest(to: word, among: ["decode", "verify", "ingest"]) == expected)
    }
}
