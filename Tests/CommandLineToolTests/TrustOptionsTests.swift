internal import CommandLineTool
internal import Testing

@Suite("Trust flags")
struct TrustOptionsTests {
    static let definition = CommandDefinition("verify", "verifies", flags: TrustOptions.flags, examples: [])

    static func read(
        _ line: [String], environment: [String: String] = [:]
    ) -> (TrustOptions, problems: [Problem], warnings: [Problem]) {
        let parsed = ParsedArguments(line, by: definition, environment: environment)
        var reader = ArgumentReader(parsed, definition: definition)
        let options = TrustOptions(reading: &reader)
        return (options, reader.problems, reader.warnings)
    }

    @Test("Without flags the built-in root, Production and Sandbox, any app and the signed date count")
    func defaults() {
        let (options, problems, warnings) = Self.read([])
        #expect(options == TrustOptions())
        #expect(options.environments == ["Production", "Sandbox"] && options.usesBuiltInRoots && options.apps.isEmpty)
        #expect(problems.isEmpty && warnings.isEmpty)
    }

    @Test("Every flag is read")
    func all() {
        let (options, problems, warnings) = Self.read([
            "--root", "a.pem", "--root=b.cer", "--no-built-in-roots", "--xcode-certificate", "x.cer",
            "--app", "com.example.a:123", "--app", "com.example.b", "--app", "com.example.b", "--environment", "Xcode",
            "--environment", "Production", "--clock", "2026-11-02T10:00:00Z",
        ])
        #expect(
            options
                == TrustOptions(
                    rootFiles: ["a.pem", "b.cer"], usesBuiltInRoots: false, xcodeCertificateFile: "x.cer",
                    apps: [.init(bundleId: "com.example.a", appleId: 123), .init(bundleId: "com.example.b")],
                    environments: ["Production", "Xcode"], clock: .at(1_793_613_600_000)))
        #expect(problems.isEmpty && warnings.isEmpty)
    }

    @Test("The environment gives what the command line does not")
    func environment() {
        let (options, problems, _) = Self.read(
            ["--clock", "now"],
            environment: [
                "STOREKEEPER_APP": "com.example.a:1,com.example.b:2", "STOREKEEPER_CLOCK": "signed",
                "STOREKEEPER_ENVIRONMENT": "Sandbox",
            ])
        #expect(problems.isEmpty)
        #expect(options.apps.map(\.appleId) == [1, 2])
        #expect(options.clock == .now && options.environments == ["Sandbox"])
    }

    @Test("All problems are listed at once")
    func problems() {
        let (_, problems, _) = Self.read([
            "--no-built-in-roots", "--app", "com.example.a:x", "--app", "a b", "--app", "c:1", "--app", "c:2",
            "--environment", "sandbox", "--clock", "singed",
        ])
        #expect(
            problems.map(\.text) == [
                "--environment is \"sandbox\", not one of Production, Sandbox, Xcode, LocalTesting",
                "--app is \"com.example.a:x\", where the Apple id is not a whole number",
                "--app is \"a b\", which does not begin with a bundle id",
                "--app names \"c\" with two Apple ids",
                "--clock is \"singed\"",
                "there is no trust anchor",
            ])
        #expect(problems.first?.hint == "did you mean Sandbox?")
    }

    @Test(
        "An Apple id is a plain positive number", arguments: ["0", "-1", "+1", "01", "1:2", "99999999999999999999", ""])
    func appleId(_ text: String) {
        #expect(Self.read(["--app", "a:\(text)"]).problems.count == 1)
    }

    @Test(
        "Test environments need their anchors",
        arguments: [
            (["--environment", "Xcode"], 1), (["--xcode-certificate", "x"], 1), (["--environment", "LocalTesting"], 1),
            (["--environment", "LocalTesting", "--root", "r"], 0),
            (["--environment", "Xcode", "--xcode-certificate", "x"], 0),
        ])
    func testEnvironments(_ line: [String], _ count: Int) {
        let (_, problems, warnings) = Self.read(line)
        #expect(problems.count == count && warnings.isEmpty)
    }
}

@Suite("Times on the command line")
struct TimeArgumentTests {
    @Test(
        "Milliseconds, dates and times are read",
        arguments: [
            ("0", 0), ("-1", -1), ("9223372036854775807", Int64.max), ("2026-11-02", 1_793_577_600_000),
            ("2026-11-02T10:00Z", 1_793_613_600_000), ("2026-11-02 10:00:03z", 1_793_613_603_000),
            ("2026-11-02T10:00:03.2509Z", 1_793_613_603_250), ("2026-11-02T10:00:03,2Z", 1_793_613_603_200),
            ("2026-11-02T12:00:00+02:00", 1_793_613_600_000), ("2026-11-02T04:30:00-0530", 1_793_613_600_000),
            ("2026-11-02T12:00+02", 1_793_613_600_000), ("1969-12-31T23:59:59.999Z", -1),
            ("0000-02-29", -62_162_121_600_000), ("2000-02-29", 951_782_400_000),
        ])
    func read(_ text: String, _ expected: Int64) throws {
        #expect(try TimeArgument(parsing: text) == .at(expected))
    }

    @Test("now is now")
    func now() throws {
        #expect(try TimeArgument(parsing: "now").milliseconds(now: 7) == 7)
        #expect(try TimeArgument(parsing: "5").milliseconds(now: 7) == 5)
    }

    @Test(
        "What is no time says why",
        arguments: [
            ("", "it has another form"), ("yesterday", "it has another form"), ("2026-13-01", "there is no such day"),
            ("2026-02-29", "there is no such day"), ("2026-11-00", "there is no such day"),
            ("2026-11-02T24:00Z", "there is no such time of day"),
            ("2026-11-02T10:60Z", "there is no such time of day"),
            ("2026-11-02T10:00:60Z", "there is no such time of day"), ("2026-11-02T10:00:00", "its zone is missing"),
            ("2026-11-02T10:00Zx", "it has another form"), ("2026-11-02T10:00+2", "it has another form"),
            ("2026-11-02T10:00+24:00", "it has another form"), ("2026-11-02T10:00:00.Z", "it has another form"),
            ("2026-11-2", "it has another form"), ("9223372036854775808", "it does not fit 64 bits"),
            ("２026-11-02", "it has another form"),
        ])
    func refuse(_ text: String, _ reason: String) {
        let mistake = #expect(throws: TimeArgument.Mistake.self) { try TimeArgument(parsing: text) }
        #expect(mistake?.reason == reason)
    }

    @Test("A number that looks like seconds is doubted")
    func seconds() throws {
        #expect(
            try TimeArgument(parsing: "1793613600").doubt
                == Problem(
                    "is 1970-01-21 18:13:33Z, as numbers are milliseconds",
                    hint: "if seconds were meant, write 1793613600000"))
        #expect(try TimeArgument(parsing: "1793613600000").doubt == nil)
        #expect(try TimeArgument(parsing: "0").doubt == nil)
    }
}
