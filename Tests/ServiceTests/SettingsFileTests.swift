internal import AppStoreModels
internal import AppStoreVerification
internal import Entitlements
internal import HTTPServing
internal import Service
internal import Testing
internal import TestSupport

@Suite("Configuration files")
struct SettingsFileTests {
    private func configuration(
        _ file: String, _ settings: ServiceSettings = ServiceSettings()
    ) throws(ServiceConfigurationError) -> ServiceConfiguration {
        let files = ConfigurationFiles(
            read: { path throws(ConfigurationFiles.Failure) in
                guard path == "config.json" else { throw .missing }
                return Array(file.utf8)
            }, permissions: { _ in nil })
        return try ServiceConfiguration(settings, configurationFile: "config.json", files: files, now: 0)
    }

    private func problems(_ file: String) -> [String] {
        var settings = ServiceSettings()
        settings.store = "sqlite:store.db"
        settings.apps = [AppIdentity(bundleId: "com.example.app", appAppleId: 1)]
        do throws(ServiceConfigurationError) {
            _ = try configuration(file, settings)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    private static let whole = """
        {
          "store": "sqlite:/var/lib/storekeeper.db",
          "listen": "127.0.0.1:1",
          "privateListen": "127.0.0.1:2",
          "maxBody": 300000,
          "trust": {
            "builtInRoots": true,
            "roots": [],
            "xcodeCertificates": [],
            "apps": [{"bundleId": "com.example.app", "appAppleId": 1234567890}, {"bundleId": "b", "appAppleId": 2}],
            "environments": ["Sandbox", "Production"],
            "clock": "2026-06-01T00:00:00Z",
            "revocation": "soft"
          },
          "entitlements": {"pro.monthly": "pro", "all": ["pro", "video"]},
          "nonRenewingDurations": {"season": "P90D"},
          "graceCapDays": 16,
          "weeklyGraceCapDays": 3,
          "partialRevocation": "endsAccess",
          "limits": {"queueCapacity": 10, "stopSeconds": 0}
        }
        """

    @Test("Every setting is read")
    func whole() throws {
        let configuration = try configuration(SettingsFileTests.whole)
        #expect(configuration.store == "sqlite:/var/lib/storekeeper.db")
        #expect(configuration.listen.description == "127.0.0.1:1")
        #expect(configuration.privateListen.description == "127.0.0.1:2")
        #expect(configuration.maximumBody == 300_000)
        #expect(configuration.verifier.apps.map(\.bundleId) == ["com.example.app", "b"])
        #expect(configuration.verifier.apps.map(\.appAppleId) == [1_234_567_890, 2])
        #expect(configuration.verifier.clock == .instant(1_780_272_000_000))
        #expect(configuration.revocation == .soft)
        #expect(configuration.evaluation.entitlementNames == ["pro.monthly": ["pro"], "all": ["pro", "video"]])
        #expect(configuration.evaluation.nonRenewingDurations == ["season": CalendarDuration(days: 90)])
        #expect(configuration.evaluation.graceCapSeconds == 16 * 86_400)
        #expect(configuration.evaluation.weeklyGraceCapSeconds == 3 * 86_400)
        #expect(configuration.evaluation.partialRevocation == .endsAccess)
        #expect(configuration.limits.queueCapacity == 10)
        #expect(configuration.limits.stopSeconds == 0)
        #expect(configuration.limits.maximumConnections == 4096)
    }

    @Test("What flags say wins over the file")
    func layers() throws {
        var flags = ServiceSettings()
        flags.store = "memory:"
        flags.apps = [AppIdentity(bundleId: "flag", appAppleId: 3)]
        flags.clock = .now
        flags.limits = ["stopSeconds": 5]
        let configuration = try configuration(SettingsFileTests.whole, flags)
        #expect(configuration.store == "memory:")
        #expect(configuration.verifier.apps.map(\.bundleId) == ["flag"])
        #expect(configuration.verifier.clock == .now)
        #expect(configuration.limits.stopSeconds == 5)
        #expect(configuration.limits.queueCapacity == 10)
        #expect(configuration.listen.description == "127.0.0.1:1")
    }

    @Test("Unknown names are problems with a question")
    func unknownNames() throws {
        var hints: [String?] = []
        let file = """
            {"stor": "memory:", "trust": {"root": [], "apps": [{"bundleID": "x"}]}, "tls": {"cert": "x"},
            "limits": {"queue": 1}, "banana": 1}
            """
        do throws(ServiceConfigurationError) {
            _ = try configuration(file)
            Issue.record("accepted")
        } catch {
            #expect(
                error.problems.map(\.description) == [
                    "stor: is no setting", "banana: is no setting", "tls.cert: is no setting",
                    "trust.root: is no setting", "trust.apps[0].bundleID: is no setting",
                    "trust.apps[0].bundleId: is missing", "limits.queue: is no setting", "store: is missing",
                ])
            hints = error.problems.map(\.hint)
        }
        #expect(hints.prefix(1) == ["did you mean \"store\"?"])
        #expect(hints[1]?.hasPrefix("known here: store, listen, ") == true)
        #expect(hints[3...4] == ["did you mean \"roots\"?", "did you mean \"bundleId\"?"])
    }

    @Test(
        "Wrong kinds of values are problems",
        arguments: [
            ("[]", ["config: is an array, not an object"]),
            ("{", ["config: the file is not acceptable JSON: syntax error at byte 1"]),
            ("", ["config: the file is not acceptable JSON: the text is empty"]),
            ("{\"store\": 1}", ["store: is a number, not a string"]),
            ("{\"store\": null}", ["store: is null, not a string"]),
            ("{\"maxBody\": \"1\"}", ["maxBody: is a string, not a whole number"]),
            ("{\"maxBody\": 1.5}", ["maxBody: is a number, not a whole number"]),
            ("{\"tls\": []}", ["tls: is an array, not an object"]),
            ("{\"trust\": {\"roots\": \"a\"}}", ["trust.roots: is a string, not an array"]),
            ("{\"trust\": {\"roots\": [1]}}", ["trust.roots[0]: is a number, not a string"]),
            ("{\"trust\": {\"builtInRoots\": 1}}", ["trust.builtInRoots: is a number, not true or false"]),
            ("{\"trust\": {\"apps\": [\"a\"]}}", ["trust.apps[0]: is a string, not an object"]),
            ("{\"trust\": {\"clock\": \"later\"}}", ["trust.clock: is no clock"]),
            ("{\"entitlements\": {\"a\": [1]}}", ["entitlements.a[0]: is a number, not a string"]),
            ("{\"entitlements\": {\"a\": {}}}", ["entitlements.a: is an object, not an array"]),
            ("{\"limits\": {\"queueCapacity\": true}}", ["limits.queueCapacity: is a boolean, not a whole number"]),
        ])
    func kinds(_ file: String, _ expected: [String]) { #expect(problems(file) == expected) }

    @Test("What could not be read is not missed as well")
    func onceEach() {
        do throws(ServiceConfigurationError) {
            _ = try configuration("{\"store\": 1, \"trust\": []}")
            Issue.record("accepted")
        } catch {
            #expect(
                error.problems.map(\.description) == [
                    "store: is a number, not a string", "trust: is an array, not an object",
                ])
        }
    }

    @Test("A missing file is a problem beside the others, but not once more for each setting that it would have given")
    func missing() {
        var settings = ServiceSettings()
        settings.linkPolicy = "nonsense"
        do throws(ServiceConfigurationError) {
            _ = try ServiceConfiguration(
                settings, configurationFile: "none.json",
                files: ConfigurationFiles(
                    read: { _ throws(ConfigurationFiles.Failure) in throw .missing }, permissions: { _ in nil }), now: 0
            )
            Issue.record("accepted")
        } catch {
            #expect(
                error.description == """
                    config: "none.json" does not exist
                    linkPolicy: is "nonsense"
                    """)
        }
    }
}
