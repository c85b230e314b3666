internal import AppStoreModels
internal import AppStoreVerification
internal import Entitlements
internal import HTTPServing
internal import OpenSSLCrypto
internal import Service
internal import Testing
internal import TestSupport

@Suite("Configuration")
struct ServiceConfigurationTests {
    /// Files by their path, all of mode 0600 unless told otherwise.
    private func files(_ texts: [String: String], modes: [String: Int] = [:]) -> ConfigurationFiles {
        ConfigurationFiles(
            read: { path throws(ConfigurationFiles.Failure) in
                guard let text = texts[path] else { throw .missing }
                return Array(text.utf8)
            }, permissions: { path in texts[path] == nil ? nil : modes[path] ?? 0o600 })
    }

    private func problems(
        _ settings: ServiceSettings, file: String? = nil, _ files: ConfigurationFiles
    ) -> [ConfigurationProblem] {
        do throws(ServiceConfigurationError) {
            _ = try ServiceConfiguration(settings, configurationFile: file, files: files, now: 0)
            return []
        } catch {
            return error.problems
        }
    }

    private func sound() -> ServiceSettings {
        var settings = ServiceSettings()
        settings.store = "sqlite:store.db"
        settings.apps = [AppIdentity(bundleId: "com.example.app", appAppleId: 1)]
        return settings
    }

    @Test("The least configuration is a store and an app")
    func defaults() throws {
        let configuration = try ServiceConfiguration(sound(), files: files([:]), now: 0)
        #expect(configuration.listen.description == "127.0.0.1:8080")
        #expect(configuration.privateListen.description == "127.0.0.1:8081")
        #expect(configuration.maximumBody == 256 * 1024)
        #expect(configuration.tokens == nil)
        #expect(configuration.verifier.environments == [.production, .sandbox])
        #expect(configuration.verifier.clock == .signedDate)
        #expect(configuration.verifier.trustsBuiltInRoots)
        #expect(configuration.revocation == .off)
        #expect(configuration.evaluation == EvaluationConfiguration())
        #expect(configuration.limits == ServiceLimits())
        #expect(configuration.warnings == [])
    }

    @Test("The policy of revocation is one of three words, apart from the clock")
    func revocation() throws {
        var settings = sound()
        settings.clock = .instant(0)
        for policy in RevocationPolicy.allCases {
            settings.revocation = policy.rawValue
            #expect(try ServiceConfiguration(settings, files: files([:]), now: 0).revocation == policy)
        }
        settings.revocation = "hart"
        let found = problems(settings, files([:]))
        #expect(found.map(\.description) == ["trust.revocation: \"hart\" is no policy"])
        #expect(found.first?.hint?.contains("hard") == true)
        settings.revocation = "hard"
        let late = try ServiceConfiguration(settings, files: files([:]), now: 86_400_000 * 2)
        #expect(late.warnings.map(\.setting) == ["trust.revocation"])
    }

    @Test("Without anything, all that is missing is listed")
    func nothing() {
        let found = problems(ServiceSettings(), files([:]))
        #expect(found.map(\.setting) == ["store", "trust.apps"])
        #expect(found.map(\.problem) == ["is missing", "names no app; at least one is needed"])
    }

    @Test("All problems are listed at once")
    func everything() {
        var settings = ServiceSettings()
        settings.store = "postgres:secret"
        settings.listen = "example.com:80"
        settings.privateListen = "0.0.0.0:8081"
        settings.tlsKey = "key.pem"
        settings.maximumBody = 0
        settings.roots = ["missing.pem", "empty.pem", "key.pem", "text.pem"]
        settings.apps = [AppIdentity(bundleId: "com.example.app"), AppIdentity(bundleId: "", appAppleId: 0)]
        settings.environments = ["production", "Production", "LocalTesting"]
        settings.entitlements = ["a": [], "b": ["x", "x"], "c": [""]]
        settings.nonRenewingDurations = ["d": "one month"]
        settings.graceCapDays = -1
        settings.weeklyGraceCapDays = 366
        settings.partialRevocation = "maybe"
        settings.limits = ["queueCapacity": 0, "queueCapacities": 1]
        let found = problems(
            settings, files(["key.pem": "-----BEGIN PRIVATE KEY-----\n", "empty.pem": "", "text.pem": "hello"]))
        #expect(
            found.map(\.setting) == [
                "store", "listen", "tls.certificate", "tokenFile", "maxBody", "trust.environments[0]",
                "trust.apps[0].appAppleId", "trust.apps[1].bundleId", "trust.apps[1].appAppleId", "trust.roots[0]",
                "trust.roots[1]", "trust.roots[2]", "trust.roots[3]", "entitlements.a", "entitlements.b",
                "entitlements.c", "nonRenewingDurations.d", "graceCapDays", "weeklyGraceCapDays", "partialRevocation",
                "limits.queueCapacity", "limits.queueCapacities",
            ])
        let text = ServiceConfigurationErrorText(found).text
        #expect(!text.contains("secret"))
        #expect(text.contains("\"key.pem\" holds a private key, where a certificate is needed"))
        #expect(found.first { $0.setting == "trust.environments[0]" }?.hint == "did you mean \"Production\"?")
        #expect(found.first { $0.setting == "limits.queueCapacities" }?.hint == "did you mean \"queueCapacity\"?")
    }

    @Test("An app without Apple id is no problem outside Production")
    func appleId() {
        var settings = sound()
        settings.apps = [AppIdentity(bundleId: "com.example.app")]
        #expect(problems(settings, files([:])).map(\.setting) == ["trust.apps[0].appAppleId"])
        settings.environments = ["Sandbox"]
        #expect(problems(settings, files([:])) == [])
    }

    @Test("Environments need what vouches for them")
    func environments() throws {
        let root = try TestSigner.shared().root.pem
        var settings = sound()
        settings.environments = ["Sandbox", "Xcode"]
        #expect(problems(settings, files([:])).map(\.setting) == ["trust.xcodeCertificates"])
        settings.environments = ["Sandbox", "LocalTesting"]
        #expect(problems(settings, files([:])).map(\.setting) == ["trust.roots"])
        settings.environments = []
        #expect(problems(settings, files([:])).map(\.setting) == ["trust.environments"])
        settings.environments = ["Sandbox"]
        settings.xcodeCertificates = ["root.pem"]
        #expect(problems(settings, files(["root.pem": root])).map(\.setting) == ["trust.environments"])
        settings.xcodeCertificates = nil
        settings.usesBuiltInRoots = false
        #expect(problems(settings, files([:])).map(\.setting) == ["trust.roots"])
    }

    @Test("The private listener beyond loopback needs tokens that nobody else can read")
    func tokens() throws {
        var settings = sound()
        settings.privateListen = "0.0.0.0:8081"
        #expect(problems(settings, files([:])).map(\.setting) == ["tokenFile"])
        settings.tokenFile = "tokens"
        #expect(problems(settings, files([:])).map(\.problem) == ["\"tokens\" does not exist"])
        #expect(problems(settings, files(["tokens": " \n\n"])).map(\.problem) == ["\"tokens\" holds no token"])
        #expect(
            problems(settings, files(["tokens": "a b\n"])).map(\.problem) == [
                "line 1 of \"tokens\" holds characters that no token can have"
            ])
        for mode in [0o640, 0o604, 0o660, 0o666, 0o601] {
            let found = problems(settings, files(["tokens": "0123456789abcdef"], modes: ["tokens": mode]))
            #expect(found.map(\.setting) == ["tokenFile"])
            #expect(found.first?.hint == "run: chmod 600 tokens")
        }
        let sound = try ServiceConfiguration(settings, files: files(["tokens": "0123456789abcdef\nshort"]), now: 0)
        #expect(sound.tokens?.count == 2)
        #expect(sound.warnings.map(\.setting) == ["tokenFile", "privateListen"])
        #expect("\(sound.tokens.map { "\($0)" } ?? "")" == "2 tokens")
        for address in ["127.0.0.1:1", "127.8.9.1:1", "[::1]:1", "localhost:1"] {
            settings.privateListen = address
            settings.tokenFile = nil
            #expect(problems(settings, files([:])) == [])
        }
    }

    @Test("The mode of a real file is seen, behind a symbolic link too")
    func modes() throws {
        let folder = try TemporaryFolder()
        #expect(ConfigurationFiles.disk.permissions(try folder.write("private", "x", mode: 0o600)) == 0o600)
        #expect(ConfigurationFiles.disk.permissions(try folder.write("open", "x", mode: 0o644)) == 0o644)
        let link = try folder.link("link", to: "open")
        #expect(ConfigurationFiles.disk.permissions(link) == 0o644)
        #expect(try ConfigurationFiles.disk.read(link) == [0x78])
        #expect(throws: ConfigurationFiles.Failure.missing) { try ConfigurationFiles.disk.read(folder.path + "/none") }
        #expect(throws: ConfigurationFiles.Failure.unreadable) { try ConfigurationFiles.disk.read(folder.path) }
    }

    @Test("Both listeners cannot have one address")
    func oneAddress() {
        var settings = sound()
        settings.privateListen = "127.0.0.1:8080"
        #expect(problems(settings, files([:])).map(\.setting) == ["privateListen"])
        (settings.listen, settings.privateListen) = ("127.0.0.1:0", "127.0.0.1:0")
        #expect(problems(settings, files([:])) == [])
    }

    @Test("What is worth knowing is a warning")
    func warnings() throws {
        let signer = try TestSigner.shared()
        var settings = sound()
        settings.store = "memory:"
        settings.maximumBody = 1000
        settings.roots = ["root.pem", "intermediate.der"]
        settings.tlsCertificate = "certificate.pem"
        settings.tlsKey = "key.pem"
        let texts = [
            "root.pem": signer.root.pem, "intermediate.der": signer.authority.intermediate.pem,
            "certificate.pem": signer.authority.leaf.pem, "key.pem": try signer.authority.leafKey.pem(),
        ]
        let afterwards = (TestSigner.notAfter + 1) * 1000
        let configuration = try ServiceConfiguration(
            settings, files: files(texts, modes: ["key.pem": 0o644]), now: afterwards)
        #expect(
            configuration.warnings.map(\.setting) == [
                "store", "tls.certificate", "tls.key", "maxBody", "trust.roots", "trust.roots", "trust.roots",
                "trust.roots", "trust.roots",
            ])
        #expect(
            configuration.warnings.map(\.problem).filter { $0.hasSuffix("may vouch for Production data") }.count == 2)
        #expect(configuration.warnings.map(\.problem).filter { $0.hasSuffix("has expired") }.count == 3)
        settings.environments = ["Sandbox"]
        let careful = try ServiceConfiguration(settings, files: files(texts), now: 0)
        #expect(!careful.warnings.contains { $0.problem.hasSuffix("may vouch for Production data") })
    }

    @Test("A summary for people names store, apps, anchors and addresses")
    func summary() throws {
        let configuration = try ServiceConfiguration(sound(), files: files([:]), now: 0)
        let summary = configuration.summary(now: 1_780_272_000_000)
        #expect(summary.map(\.name) == ["store", "apps", "trust", "public", "private"])
        #expect(
            summary.map(\.text) == [
                "sqlite:store.db", "com.example.app (1)   Production, Sandbox",
                "Apple Root CA - G3 (4716 days left), Apple Root CA (3175 days left)   clock signed   revocation off",
                "127.0.0.1:8080",
                "127.0.0.1:8081   no tokens",
            ])
        var settings = sound()
        settings.store = "postgresql://u:hunter2@db.example.com/storekeeper?sslmode=verify-full"
        let remote = try ServiceConfiguration(settings, files: files([:]), now: 0)
        #expect(remote.summary(now: 0).first?.text == "postgresql://u@db.example.com/storekeeper")
    }
}

/// All problems as one text, hints included.
private struct ServiceConfigurationErrorText {
    let text: String

    init(_ problems: [ConfigurationProblem]) {
        text = problems.map { "\($0) \($0.hint ?? "")" }.joined(separator: "\n")
    }
}
