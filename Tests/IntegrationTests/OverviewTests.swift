internal import Testing

@Suite("The program as a whole", .timeLimit(.minutes(30)))
struct OverviewTests {
    /// Every command with its flags; names that somebody's script may hold.
    static let contract: [(command: String, flags: [String])] = {
        let trust = [
            "--root FILE", "--no-built-in-roots", "--xcode-certificate FILE", "--app BUNDLE_ID[:APPLE_ID]",
            "--environment NAME", "--clock signed|now|TIME",
        ]
        return [
            ("decode", ["--json", "--plain"] + trust + ["--ocsp POLICY"]),
            ("verify", ["--kind KIND", "--lines", "--explain", "--json", "--plain"] + trust + ["--ocsp POLICY"]),
            (
                "serve",
                [
                    "--store URL", "--listen ADDRESS:PORT", "--private-listen ADDRESS:PORT", "--config FILE",
                    "--tls-certificate FILE", "--tls-key FILE", "--token-file FILE", "--max-body BYTES",
                    "--event-clock now|signed", "--check",
                ] + trust + ["--ocsp POLICY"]
            ),
            (
                "doctor",
                [
                    "--config FILE", "--store URL", "--url URL", "--online", "--notify", "--wait SECONDS",
                    "--timeout SECONDS",
                    "--environment NAME", "--base-url URL", "--older-hosts", "--root FILE", "--json", "--plain",
                    "--key FILE", "--key-id ID", "--issuer-id UUID", "--bundle-id ID",
                ]
            ),
            ("ingest", ["--store URL", "--json"] + trust + ["--ocsp POLICY"]),
            (
                "entitlements",
                [
                    "--store URL", "--all", "--customer ID", "--environment NAME", "--at TIME", "--assert NAME",
                    "--digest", "--facts", "--config FILE", "--json",
                ]
            ),
            (
                "sign",
                [
                    "--authority DIR", "--payload FILE|-", "--transaction FILE|-", "--renewal-info FILE|-",
                    "--app-transaction FILE|-", "--body", "--fault NAME",
                ]
            ),
            ("authority create", ["--json"]),
            ("help", []),
            ("completion", []),
        ]
    }()

    /// Every failure code; each is explained by `help`.
    static let codes = """
        input.empty input.too_large input.kind jws.segments jws.base64url jws.header jws.alg jws.crit x5c.missing \
        x5c.count x5c.base64 x5c.der chain.untrusted chain.signature chain.not_ca chain.path_length chain.leaf_is_ca \
        chain.key_type chain.key_usage chain.critical_extension chain.version chain.leaf_marker \
        chain.intermediate_marker signature.form signature.invalid payload.json payload.schema payload.kind \
        chain.not_yet_valid chain.expired app.bundle_id app.apple_id app.environment nested.mismatch \
        revocation.revoked revocation.unknown store.unavailable store.full
        """.split(separator: " ").map(String.init)

    @Test("The version is one line: the name and three numbers")
    func version() async throws {
        let outcome = try await Storekeeper.run("--version")
        #expect(outcome.status == 0 && outcome.error.isEmpty && outcome.lines.count == 1)
        let words = outcome.output.split(whereSeparator: \.isWhitespace)
        #expect(words.count == 2 && words.first == "storekeeper")
        #expect(words.last?.split(separator: ".").compactMap { Int($0) }.count == 3)
    }

    @Test("Without a command the overview goes to standard error, and the exit code is 2")
    func nothing() async throws {
        let bare = try await Storekeeper.run()
        let asked = try await Storekeeper.run("--help")
        #expect(bare.status == 2 && bare.output.isEmpty)
        #expect(asked.status == 0 && asked.error.isEmpty && asked.output == bare.error)
        for (command, _) in Self.contract { #expect(asked.output.contains("\n  \(command) ")) }
    }

    @Test("Every command has its flags, and no others", arguments: contract)
    func flags(_ command: String, _ flags: [String]) async throws {
        let words = command.split(separator: " ").map(String.init)
        let outcome = try await Storekeeper.run(words + ["--help"])
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.output.hasPrefix("storekeeper \(command): "))
        let found = outcome.lines.filter { $0.hasPrefix("  --") }.map { line in
            line.dropFirst(2).split(separator: "  ").first.map(String.init) ?? ""
        }
        #expect(found.sorted() == flags.sorted())
        let help = try await Storekeeper.run(["help"] + words)
        #expect(help.status == 0 && help.output == outcome.output)
    }

    @Test("Every failure code is explained, by itself and in the list")
    func help() async throws {
        let list = try await Storekeeper.run("help", "codes")
        #expect(list.status == 0)
        for code in Self.codes {
            #expect(list.lines.contains { $0.hasPrefix("\(code) ") })
            let outcome = try await Storekeeper.run("help", code)
            #expect(outcome.status == 0 && outcome.error.isEmpty && outcome.output.hasPrefix("\(code): "))
            for part in ["Cause", "Fix", "Example"] { #expect(outcome.lines.contains(part)) }
        }
    }

    @Test("What nobody has heard of gives exit code 4, with the nearest name")
    func unknownTopic() async throws {
        let outcome = try await Storekeeper.run("help", "chain.expird")
        #expect(outcome.status == 4 && outcome.output.isEmpty)
        #expect(outcome.error.contains("did you mean chain.expired?"))
    }

    @Test("The exit codes are explained")
    func exitCodes() async throws {
        let outcome = try await Storekeeper.run("help", "exit-codes")
        #expect(outcome.status == 0 && outcome.lines.map { $0.prefix(3) } == (0...5).map { "\($0)  " })
    }

    @Test(
        "Wrong usage gives exit code 2 and says everything that is wrong, on standard error",
        arguments: [
            (["verfy"], ["unknown command \"verfy\"", "did you mean verify?"]),
            (["--json", "verify"], ["flags follow the command"]),
            (["authority"], ["authority needs one more word: create"]),
            (["verify", "--jsn", "--kind", "receipt", "a", "b"], ["--jsn", "--kind", "\"b\""]),
            (["verify", "--kind"], ["--kind needs a value"]),
            (["verify", "--json=yes"], ["--json takes no value"]),
            (["verify", "--clock", "yesterday"], ["--clock is \"yesterday\""]),
            (["verify", "--no-built-in-roots"], ["there is no trust anchor"]),
            (["sign", "transaction"], ["--authority", "--payload"]),
            (["completion", "fish"], ["fish"]),
        ])
    func usage(_ arguments: [String], _ complaints: [String]) async throws {
        let outcome = try await Storekeeper.run(arguments)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        for complaint in complaints { #expect(outcome.error.contains(complaint)) }
    }

    @Test("The completion scripts are sound in the shells they are for", arguments: ["bash", "zsh"])
    func completion(_ shell: String) async throws {
        let outcome = try await Storekeeper.bash(
            """
            command -v "$1" >/dev/null || exit 77
            "$storekeeper" completion "$1" | "$1" -n
            """, shell)
        // 77: there is no such shell on this machine.
        #expect(outcome.status == 0 || outcome.status == 77 && shell != "bash")
        #expect(outcome.error.isEmpty)
    }

    @Test("bash completes commands, flags and values")
    func completing() async throws {
        let outcome = try await Storekeeper.bash(
            #"""
            eval "$("$storekeeper" completion bash)"
            complete() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _storekeeper; echo "${COMPREPLY[*]}"; }
            complete storekeeper ver
            complete storekeeper authority ''
            complete storekeeper verify --exp
            complete storekeeper verify --kind t
            """#)
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.lines == ["verify", "create", "--explain", "transaction"])
    }
}
