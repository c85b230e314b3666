internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("INPUT, wherever it comes from", .timeLimit(.minutes(30)))
struct InputTests {
    private let samples: SignedSamples
    private let jws: String

    init() throws {
        samples = try SignedSamples()
        jws = try samples.notification()
    }

    @Test("A file, a literal, standard input and - are the same input", arguments: ["verify", "decode"])
    func sources(_ command: String) async throws {
        let body = SignedSamples.body(jws)
        let file = try samples.folder.write("input", body)
        let flags = ["--root", samples.root, "--json"]
        let outcomes = [
            try await Storekeeper.run([command, file] + flags),
            try await Storekeeper.run([command, body] + flags),
            try await Storekeeper.run([command] + flags, input: Array(body.utf8)),
            try await Storekeeper.run([command, "-"] + flags, input: Array(body.utf8)),
        ]
        for outcome in outcomes {
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            #expect(outcome.output == outcomes.first?.output)
        }
        // Without the body around it the path in `decode` is another.
        let bare = try await Storekeeper.run([command, jws] + flags)
        #expect(bare.status == 0)
        #expect(try bare.object["payload"] == outcomes[0].object["payload"])
    }

    @Test("A file of that name comes before the literal")
    func fileFirst() async throws {
        try samples.folder.write("a.b.c", jws)
        let outcome = try await Storekeeper.bash(
            #"cd "$1" && "$storekeeper" verify a.b.c --root root.pem"#, samples.folder.path)
        #expect(outcome.status == 0)
        let literal = try await Storekeeper.run("verify", "a.b.c", "--json")
        #expect(try literal.status == 1 && literal.object["code"]?.string == "jws.base64url")
    }

    @Test(
        "What cannot be read gives exit code 2, and nothing on standard output",
        arguments: ["verify", "decode", "ingest"],
        [
            ("nothing.jws", "there is no file \"nothing.jws\""), ("", "there is no file"),
            ("/", "\"/\" is a directory"), ("/proc/self/mem", "cannot read \"/proc/self/mem\": input/output error"),
            ("./a/missing.jws", "there is no file"),
        ])
    func unreadable(_ command: String, _ input: (path: String, complaint: String)) async throws {
        let store = command == "ingest" ? ["--store", "memory:"] : []
        let outcome = try await Storekeeper.run([command, input.path, "--json"] + store)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.error.contains(input.complaint))
    }

    @Test("What an input holds is a judgement: one object, and exit code 1", arguments: ["verify", "decode"])
    func judgements(_ command: String) async throws {
        let inputs = [
            ("", "input.empty"), (" \r\n", "input.empty"), ("{}", "input.kind"), ("[", "input.kind"),
            ("\u{1}\u{2}", "jws.segments"), ("a.b", "jws.segments"), ("{\"signedPayload\":1}", "input.kind"),
        ]
        for (input, code) in inputs {
            let outcome = try await Storekeeper.run(command, "--json", input: Array(input.utf8))
            #expect(outcome.status == 1 && outcome.error.isEmpty, "\(input)")
            #expect(try outcome.object["code"]?.string == code, "\(input)")
        }
    }

    @Test("One byte more than 16 MiB is too much", arguments: ["verify", "decode"])
    func limit(_ command: String) async throws {
        for (count, isTooLarge) in [(1 << 16, false), ((1 << 24) + 1, true)] {
            let outcome = try await Storekeeper.bash(
                #"head -c "$2" /dev/zero | tr '\0' a | "$storekeeper" "$1" --json"#, command, "\(count)")
            #expect(outcome.status == 1)
            #expect(try (outcome.object["code"]?.string == "input.too_large") == isTooLarge)
        }
    }

    @Test("decode repairs what people paste and says so; verify takes nothing but white space around it")
    func repairs() async throws {
        let encoded = "signedPayload=\(jws.replacing(".", with: "%2E"))"
        let wrapped = stride(from: 0, to: jws.utf8.count, by: 76).map { start in
            String(jws.dropFirst(start).prefix(76))
        }.joined(separator: "\n")
        for input in [encoded, wrapped, "\"\(jws)\""] {
            let decoded = try await Storekeeper.run(
                "decode", "--root", samples.root, "--json", input: Array(input.utf8))
            #expect(decoded.status == 0)
            let object = try decoded.object
            #expect(object["verified"]?.boolean == true && (object["notes"]?.elements.map(\.string))?.isEmpty == false)
            let verified = try await Storekeeper.run(
                "verify", "--root", samples.root, "--json", input: Array(input.utf8))
            #expect(try verified.status == 1 && verified.object["ok"]?.boolean == false)
        }
        let padded = try await Storekeeper.run("verify", "--root", samples.root, input: Array("\r\n \(jws)\t\n".utf8))
        #expect(padded.status == 0)
    }

    @Test("Words that are not UTF-8 are refused: repaired, different ones would be one")
    func notUTF8() async throws {
        let arguments = try await Storekeeper.bash(
            #""$storekeeper" account-token --namespace 6ba7b810-9dad-11d1-80b4-00c04fd430c8 --user $'\xff'; echo $?"#)
        #expect(
            arguments.output == "2\n"
                && arguments.error.contains("an argument, or a variable STOREKEEPER_..., is not UTF-8"))
        let variable = try await Storekeeper.bash(
            #"STOREKEEPER_STORE=$'sqlite:\xfe.db' "$storekeeper" store check; echo $?"#)
        #expect(variable.output == "2\n" && variable.error.contains("is not UTF-8"))
        let input = try await Storekeeper.bash(
            #"printf '\xff' | "$storekeeper" account-token --namespace 6ba7b810-9dad-11d1-80b4-00c04fd430c8; echo $?"#)
        #expect(input.output == "2\n" && input.error.contains("the user's id is not UTF-8"))
    }
}
