internal import OpenSSLCrypto
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("serve, its configuration", .timeLimit(.minutes(30)))
struct ServeConfigurationTests {
    private let folder: TemporaryFolder
    private let root: String

    init() throws {
        folder = try TemporaryFolder()
        root = try folder.write("root.pem", TestSigner.shared().root.pem)
    }

    /// The flags of a service that could start.
    private func sound(store: String = "store.db") -> [String] {
        [
            "--store", "sqlite:\(folder.file(store))", "--root", root, "--app", "com.example.app:1234567890",
            "--listen", "127.0.0.1:0", "--private-listen", "127.0.0.1:0",
        ]
    }

    private func check(_ arguments: [String], environment: [String: String] = [:]) async throws -> Storekeeper.Outcome {
        try await Storekeeper.run(["serve", "--check"] + arguments, environment: environment)
    }

    @Test("--check says that all is well, and makes no store")
    func fine() async throws {
        let outcome = try await check(sound())
        #expect(outcome.status == 0 && outcome.output.hasPrefix("the configuration is fine\n"))
        #expect(outcome.output.hasSuffix("\nrevocation  off: nobody is asked whether certificates were revoked\n"))
        // A test root that may vouch for Production data is worth a word.
        #expect(outcome.error.contains("may vouch for Production data"))
        #expect(folder.mode("store.db") == nil)
        let quiet = try await check(sound() + ["--environment", "Sandbox"])
        #expect(quiet.status == 0 && quiet.error.isEmpty)
    }

    @Test("SIGHUP reads the file anew: a mistake changes nothing, and then what can be exchanged is")
    func hangUp() async throws {
        func write(_ text: String) throws -> String { try folder.write("service.json", text) }
        let service = try await ServiceProcess.start(in: folder, sound() + ["--config", try write("{}")])
        _ = try write(#"{"tokenFile": "missing", "webhookDelivery": {"retryHours": 721}}"#)
        service.send(.hangUp)
        try await service.logged("reload_refused")
        #expect(try await service.ask("GET", "/v1/events")?.status == 200)
        let tokens = try folder.write("tokens", "abcdefghijklmnopqrstuvwxyz0123456789\n")
        _ = try write(#"{"tokenFile": "\#(tokens)", "maxBody": 100000, "webhookDelivery": {"retryHours": 1}}"#)
        service.send(.hangUp)
        try await service.logged("reloaded")
        #expect(try await service.ask("GET", "/v1/events")?.status == 401)
        #expect(try await service.stop() == .exited(0))
        let events = try service.events
        let refused = events.filter { $0["event"]?.string == "reload_refused" }.map { $0["setting"]?.string }
        #expect(
            refused == ["webhookDelivery.retryHours", "tokenFile"]
                || refused == ["tokenFile", "webhookDelivery.retryHours"])
        let reloaded = try #require(events.first { $0["event"]?.string == "reloaded" })
        #expect(reloaded["needRestart"]?.elements.map(\.string) == ["maxBody"])
    }

    @Test("All problems are told at once, with exit code 2, with --check and without", arguments: [true, false])
    func problems(_ isCheck: Bool) async throws {
        let configuration = try folder.write(
            "configuration.json",
            """
            {"stor": "sqlite:x.db", "limits": {"queueCapacity": 0, "queueCapacty": 1}, "graceCapDays": 1000,
             "nonRenewingDurations": {"pass": "30 days"}, "trust": {"roots": ["missing.pem"], "clock": "later"}}
            """)
        let outcome = try await Storekeeper.run(
            ["serve", "--config", configuration, "--listen", "nowhere", "--private-listen", "0.0.0.0:0"]
                + ["--app", "com.example.app", "--tls-certificate", "missing-certificate.pem"]
                + (isCheck ? ["--check"] : []))
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        for problem in [
            "stor: is no setting", "did you mean \"store\"?", "store: is missing", "listen: \"nowhere\" is no address",
            "tokenFile: is missing", "tls.key: is missing", "trust.apps[0].appAppleId: is missing",
            "trust.roots[0]: \"missing.pem\" does not exist", "trust.clock: is no clock", "graceCapDays: is 1000",
            "nonRenewingDurations.pass: \"30 days\"", "limits.queueCapacity: is 0",
            "limits.queueCapacty: is no setting",
        ] {
            #expect(outcome.error.contains(problem), "\(problem)")
        }
    }

    @Test("Production needs the app's Apple id; Sandbox does not; no app at all is refused")
    func apps() async throws {
        let base = ["--store", "memory:", "--root", root]
        let production = try await check(base + ["--app", "com.example.app"])
        #expect(production.status == 2 && production.error.contains("add --app com.example.app:APPLE_ID"))
        let sandbox = try await check(base + ["--app", "com.example.app", "--environment", "Sandbox"])
        #expect(sandbox.status == 0)
        let none = try await check(base)
        #expect(none.status == 2 && none.output.isEmpty)
    }

    @Test("Each flag can be an environment variable")
    func environment() async throws {
        let tokens = try folder.write("tokens", "token-0123456789-0123456789\n")
        let service = try await ServiceProcess.start(
            in: folder,
            environment: [
                "STOREKEEPER_STORE": "sqlite:\(folder.file("store.db"))", "STOREKEEPER_LISTEN": "127.0.0.1:0",
                "STOREKEEPER_PRIVATE_LISTEN": "127.0.0.1:0", "STOREKEEPER_ROOT": root,
                "STOREKEEPER_APP": "com.example.app,com.example.second", "STOREKEEPER_ENVIRONMENT": "Sandbox",
                "STOREKEEPER_TOKEN_FILE": tokens, "STOREKEEPER_MAX_BODY": "70000", "STOREKEEPER_CLOCK": "signed",
            ])
        #expect(try await service.ask("GET", "/v1/notifications")?.status == 401)
        #expect(try await service.post([UInt8](repeating: 32, count: 70001))?.status == 413)
        let body = TestSigner.body(try SignedSamples().notification())
        #expect(try await service.post(body)?.status == 200)
        try await service.stop()
        #expect(folder.mode("store.db") != nil)
    }

    @Test("A flag is stronger than the environment, and that than the file")
    func precedence() async throws {
        let configuration = try folder.write(
            "configuration.json",
            """
            {"store": "sqlite:\(folder.file("file.db"))", "listen": "127.0.0.1:0", "privateListen": "127.0.0.1:0",
             "trust": {"roots": ["\(root)"], "apps": [{"bundleId": "com.example.app"}], "environments": ["Sandbox"]}}
            """)
        let byFile = try await ServiceProcess.start(in: folder, ["--config", configuration])
        try await byFile.stop()
        #expect(folder.mode("file.db") != nil)
        let byEnvironment = try await ServiceProcess.start(
            in: folder,
            environment: [
                "STOREKEEPER_CONFIG": configuration, "STOREKEEPER_STORE": "sqlite:\(folder.file("variable.db"))",
            ])
        try await byEnvironment.stop()
        #expect(folder.mode("variable.db") != nil && folder.mode("flag.db") == nil)
        let byFlag = try await ServiceProcess.start(
            in: folder, ["--config", configuration, "--store", "sqlite:\(folder.file("flag.db"))"],
            environment: ["STOREKEEPER_STORE": "sqlite:\(folder.file("other.db"))"])
        try await byFlag.stop()
        #expect(folder.mode("flag.db") != nil && folder.mode("other.db") == nil)
    }

    @Test("A token file must be its owner's alone, and hold tokens", arguments: [0o640, 0o604, 0o660, 0o644, 0o666])
    func tokenFileMode(_ mode: Int) async throws {
        let tokens = try folder.write("tokens", "token-0123456789-0123456789\n", mode: mode)
        let outcome = try await check(sound() + ["--token-file", tokens])
        #expect(outcome.status == 2 && outcome.error.contains("(mode \(String(mode, radix: 8)))"))
        #expect(outcome.error.contains("run: chmod 600 \(tokens)"))
    }

    @Test("A token file without usable tokens is refused; a short token is worth a warning")
    func tokenFile() async throws {
        for (text, complaint) in [
            ("\n \n", "holds no token"), ("good-token-0123456789\nwith space\n", "line 2 of"), ("\u{e9}", "line 1 of"),
        ] {
            let outcome = try await check(sound() + ["--token-file", try folder.write("tokens", text)])
            #expect(outcome.status == 2 && outcome.error.contains(complaint))
        }
        let missing = try await check(sound() + ["--token-file", folder.file("none")])
        #expect(missing.status == 2 && missing.error.contains("does not exist"))
        let short = try await check(sound() + ["--token-file", try folder.write("tokens", "short\n")])
        #expect(short.status == 0 && short.error.contains("a token of 5 characters"))
        let link = folder.file("link")
        _ = try await Storekeeper.bash(#"ln -s tokens "$1""#, link)
        #expect(try await check(sound() + ["--token-file", link]).status == 0)
    }

    @Test("Beyond loopback the private listener needs tokens")
    func beyondLoopback() async throws {
        let tokens = try folder.write("tokens", "token-0123456789-0123456789\n")
        let open = Array(sound().dropLast()) + ["0.0.0.0:0"]
        let refused = try await check(open)
        #expect(refused.status == 2 && refused.error.contains("tokenFile: is missing"))
        #expect(try await check(open + ["--token-file", tokens]).status == 0)
    }

    @Test("A certificate and its key are checked before anything is served")
    func tls() async throws {
        let made = try await Storekeeper.run("authority", "create", folder.file("one"))
        let other = try await Storekeeper.run("authority", "create", folder.file("two"))
        #expect(made.status == 0 && other.status == 0)
        func outcome(_ certificate: String, _ key: String) async throws -> Storekeeper.Outcome {
            try await check(
                sound() + ["--tls-certificate", folder.file(certificate), "--tls-key", folder.file(key)])
        }
        #expect(try await outcome("one/leaf.pem", "one/leaf-key.pem").status == 0)
        let mixed = try await outcome("one/leaf.pem", "two/leaf-key.pem")
        #expect(mixed.status == 2 && mixed.output.isEmpty && mixed.error.contains("tls.certificate"))
        #expect(try await outcome("one/leaf-key.pem", "one/leaf.pem").status == 2)
    }

    @Test("What keeps it from starting is said in the same words, and --check finds it too")
    func start() async throws {
        try folder.write("text.db", String(repeating: "no database ", count: 100))
        for isCheck in [true, false] {
            let flag = isCheck ? ["--check"] : []
            let text = try await Storekeeper.run(["serve"] + sound(store: "text.db") + flag)
            #expect(text.status == 2 && text.output.isEmpty && text.error.contains("is not a SQLite database"))
            let folderless = try await Storekeeper.run(["serve"] + sound(store: "none/store.db") + flag)
            #expect(folderless.status == 2 && folderless.output.isEmpty && folderless.error.contains("cannot open"))
        }
        #expect(folder.text("text.db").hasPrefix("no database "))
    }

    @Test("A port that is taken is named, and the store is left in peace")
    func takenPort() async throws {
        let service = try await ServiceProcess.start(in: folder, Array(sound().prefix(6)))
        for (flag, setting) in [("--listen", "listen"), ("--private-listen", "privateListen")] {
            let other = flag == "--listen" ? "--private-listen" : "--listen"
            let outcome = try await Storekeeper.run(
                ["serve"] + sound(store: "second.db").prefix(6) + [other, "127.0.0.1:0", flag, service.publicAddress])
            #expect(outcome.status == 2 && outcome.output.isEmpty)
            #expect(outcome.error.contains("\(setting): \(service.publicAddress) is in use by another process"))
        }
        try await service.stop()
    }
}
