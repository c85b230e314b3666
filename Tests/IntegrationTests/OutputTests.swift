internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Standard output and standard error", .timeLimit(.minutes(30)))
struct OutputTests {
    private let samples: SignedSamples

    init() throws { samples = try SignedSamples() }

    /// A file of so many lines, each the same notification.
    private func many(_ count: Int) throws -> String {
        try samples.folder.write("many.ndjson", String(repeating: "\(try samples.notification())\n", count: count))
    }

    @Test("A reader that goes away ends a command quietly")
    func head() async throws {
        let verified = try await Storekeeper.bash(
            #""$storekeeper" verify --lines "$1" --root "$2" --json | head -n 1; echo "${PIPESTATUS[0]}""#,
            try many(200), samples.root)
        #expect(verified.status == 0 && verified.error.isEmpty)
        #expect(verified.lines.count == 2 && verified.lines.last == "0")
        for quiet in [
            "help codes", "decode $1", "completion zsh",
            "ingest $2 --store memory: --root $3 --app com.example.app --json",
        ] {
            let line = "\"$storekeeper\" \(quiet) | true; echo ${PIPESTATUS[0]}"
            let outcome = try await Storekeeper.bash(line, try samples.notification(), try many(2), samples.root)
            #expect(outcome.output == "0\n" && outcome.error.isEmpty, "\(quiet)")
        }
    }

    @Test("Where output cannot be written the exit code is 3, with one line about it")
    func full() async throws {
        let jws = try samples.notification()
        for arguments in [["--version"], ["help", "codes"], ["verify", jws, "--json"], ["decode", jws]] {
            let outcome = try await Storekeeper.run(arguments, output: .file("/dev/full"))
            #expect(outcome.status == 3)
            #expect(outcome.error == "storekeeper: error: cannot write to standard output: no space left on device\n")
        }
    }

    @Test("Closed streams are no reason to fall over")
    func closed() async throws {
        let jws = try samples.notification()
        let output = try await Storekeeper.bash(#""$storekeeper" --version >&-"#)
        #expect(output.status == 3 && output.error.contains("bad file descriptor"))
        let error = try await Storekeeper.bash(
            #""$storekeeper" verify "$1" --root "$2" --json 2>&-"#, jws, samples.root)
        #expect(try error.status == 0 && error.object["ok"]?.boolean == true)
        let input = try await Storekeeper.bash(#""$storekeeper" verify <&-"#)
        #expect(input.status == 2 && input.error.contains("cannot read standard input"))
    }

    @Test("Colours are for terminals, unless NO_COLOR or --plain says no")
    func colours() async throws {
        let jws = try samples.notification()
        // `script` runs a command with a terminal for its output.
        let line = #"script -qec "'$storekeeper' verify --root '$2' $3 '$1'" /dev/null </dev/null"#
        func run(_ flags: String = "", _ environment: [String: String] = [:]) async throws -> String {
            let outcome = try await Storekeeper.bash(
                line, jws, samples.root, flags, environment: ["TERM": "xterm"].merging(environment) { $1 })
            #expect(outcome.status == 0)
            return outcome.output
        }
        #expect(try await run().contains("\u{1B}[32mVALID\u{1B}[0m"))
        #expect(try await run("--plain").hasPrefix("VALID  "))
        #expect(try await run("", ["NO_COLOR": "1"]).hasPrefix("VALID  "))
        #expect(try await run("", ["TERM": "dumb"]).hasPrefix("VALID  "))
        #expect(try await run("--json").hasPrefix("{\"ok\":true"))
        let piped = try await Storekeeper.run("verify", jws, "--root", samples.root, environment: ["TERM": "xterm"])
        #expect(piped.output.hasPrefix("VALID  "))
    }

    @Test("Signs beyond ASCII are left out where they would not be understood")
    func ascii() async throws {
        let jws = try samples.notification()
        let (plain, posix, utf8) = (
            try await Storekeeper.run("decode", jws, "--plain"),
            try await Storekeeper.run("decode", jws, environment: ["LC_ALL": "C"]),
            try await Storekeeper.run("decode", jws, environment: ["LC_ALL": "C.UTF-8"])
        )
        #expect(plain.output.utf8.allSatisfy { $0 < 0x80 } && posix.output == plain.output)
        #expect(utf8.output.contains("├ TRANSACTION"))
    }

    @Test("What came from outside cannot steer a terminal")
    func steering() async throws {
        let evil = "\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}"
        let jws = try samples.signer.sign(
            notification: SamplePayload.notification("SUB\(evil)", ["notificationUUID": .string(evil)]),
            transaction: SamplePayload.transaction(["productId": .string(evil), "bundleId": "com.example.app"]))
        for command in ["verify", "verify --explain", "decode", "verify --lines"] {
            let words = command.split(separator: " ").map(String.init)
            for root in [["--root", samples.root], []] {
                let outcome = try await Storekeeper.run(words + root, input: Array(jws.utf8))
                let text = outcome.output + outcome.error
                #expect(!text.unicodeScalars.contains { [0x1B, 0x07, 0x9B, 0x202E].contains($0.value) }, "\(command)")
            }
        }
        let name = try await Storekeeper.run("verify", "file\(evil)")
        #expect(name.status == 2 && !name.error.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }

    @Test("Progress is drawn on a terminal only, and leaves nothing behind")
    func progress() async throws {
        let file = try many(50)
        let piped = try await Storekeeper.run(
            "verify", "--lines", file, "--root", samples.root, "--json", output: .file("/dev/null"))
        #expect(piped.status == 0 && piped.error.isEmpty)
        let watched = try await Storekeeper.bash(
            #"script -qec "'$storekeeper' verify --lines '$1' --root '$2' --json >/dev/null" /dev/null </dev/null"#,
            file, samples.root, environment: ["TERM": "xterm"])
        #expect(watched.status == 0 && watched.output.hasPrefix("\r") && watched.output.hasSuffix("\r\u{1B}[K"))
    }
}
