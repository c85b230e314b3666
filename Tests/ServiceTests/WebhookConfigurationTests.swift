internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import Service
internal import TestSupport
internal import Testing
internal import WebhookDelivery

@Suite("Configuration of webhooks")
struct WebhookConfigurationTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private func configuration(
        _ webhooks: String, secrets: [String: String] = ["secret": secret], modes: [String: Int] = [:]
    ) throws(ServiceConfigurationError) -> ServiceConfiguration {
        let files = ConfigurationFiles(
            read: { path throws(ConfigurationFiles.Failure) in
                if path == "config.json" { return Array(#"{"webhooks": \#(webhooks)}"#.utf8) }
                guard let text = secrets[path] else { throw .missing }
                return Array(text.utf8)
            }, permissions: { path in secrets[path] == nil ? nil : modes[path] ?? 0o600 })
        var settings = ServiceSettings()
        settings.store = "sqlite:store.db"
        settings.apps = [AppIdentity(bundleId: "com.example.app", appAppleId: 1)]
        return try ServiceConfiguration(settings, configurationFile: "config.json", files: files, now: 0)
    }

    private func problems(
        _ webhooks: String, secrets: [String: String] = ["secret": secret], modes: [String: Int] = [:]
    ) -> [String] {
        do throws(ServiceConfigurationError) {
            _ = try configuration(webhooks, secrets: secrets, modes: modes)
            return []
        } catch {
            return error.problems.map { $0.description + ($0.hint.map { " | \($0)" } ?? "") }
        }
    }

    @Test("Every setting of a target is read")
    func whole() throws {
        let webhooks = try configuration(
            """
            [{"name": "app-backend", "url": "https://hooks.example.com/a?b=c", "secretFile": "secret",
              "types": ["entitlement.granted", "notification.recorded"], "environments": ["Sandbox"],
              "bundleIds": ["com.example.app"], "maximumPerSecond": 10, "allowsPrivateAddresses": true, "raw": true,
              "from": "beginning"}]
            """
        ).webhooks
        var expected = WebhookTarget(
            name: "app-backend", url: try WebhookURL("https://hooks.example.com/a?b=c"),
            secrets: try WebhookSecrets(lines: Array(WebhookConfigurationTests.secret.utf8)))
        expected.types = [.granted, .notificationRecorded]
        expected.environments = ["Sandbox"]
        expected.bundleIds = ["com.example.app"]
        expected.maximumPerSecond = 10
        expected.allowsPrivateAddresses = true
        expected.isRaw = true
        expected.start = .beginning
        #expect(webhooks == [expected])
    }

    @Test("A name, a URL and a secret are enough; raw alone means notifications alone")
    func least() throws {
        let webhooks = try configuration(
            """
            [{"name": "a", "url": "https://example.com", "secretFile": "secret"},
             {"name": "b", "url": "http://127.0.0.1:3000", "secretFile": "secret", "raw": true,
              "allowsPrivateAddresses": true}]
            """
        ).webhooks
        #expect(webhooks.map(\.types) == [[], [.notificationRecorded]])
        #expect(webhooks.map(\.start) == [.end, .end])
        #expect(webhooks.map(\.maximumPerSecond) == [nil, nil])
        #expect(try configuration("[]").webhooks.isEmpty)
    }

    @Test("All problems are told at once, with what was meant, and nothing of URLs or secrets")
    func everything() {
        let found = problems(
            """
            [{"nme": "x", "name": "a b", "url": "http://u:hidden@example.com", "secretFile": "open",
              "types": ["entitlement.grantd"], "environments": ["sandbox"], "maximumPerSecond": 0, "from": "start"},
             {"name": "twice", "url": "ftp://hidden", "secretFile": "missing", "raw": true, "types": []},
             {"name": "twice", "url": "http://example.com/hidden", "secretFile": "short", "raw": true,
              "types": ["entitlement.granted"]},
             {"name": 5}, 7]
            """, secrets: ["open": "hidden", "short": "whsec_aGlkZGVu"], modes: ["open": 0o644])
        #expect(
            found.map { $0.split(separator: " | ")[0] } == [
                "webhooks[0].nme: is no setting",
                "webhooks[3].name: is a number, not a string",
                "webhooks[4]: is a number, not an object",
                "webhooks[0].name: \"a b\" is no name",
                "webhooks[0].url: holds a user name or a password",
                "webhooks[0].secretFile: \"open\" can be read or written by others (mode 644)",
                "webhooks[0].secretFile: \"open\" does not begin with whsec_ in line 1",
                "webhooks[0].types[0]: \"entitlement.grantd\" is no type",
                "webhooks[0].environments[0]: \"sandbox\" is no environment",
                "webhooks[0].maximumPerSecond: is 0, not from 1 to 10000",
                "webhooks[0].from: is \"start\"",
                "webhooks[1].url: is no http or https URL",
                "webhooks[1].secretFile: \"missing\" does not exist",
                "webhooks[1].types: is empty",
                "webhooks[2].name: \"twice\" is the name of a target before, too",
                "webhooks[2].url: is not https, so that anybody on the way could read what is sent",
                "webhooks[2].secretFile: \"short\" has a secret of 6 bytes in line 1, not 24 to 64",
                "webhooks[2].types: has no notification.recorded, which is what raw is about",
                "webhooks[3].url: is missing",
                "webhooks[3].secretFile: is missing",
            ])
        #expect(found.contains { $0.hasSuffix("did you mean \"name\"?") })
        #expect(found.contains { $0.hasSuffix("did you mean \"entitlement.granted\"?") })
        #expect(found.contains { $0.hasSuffix("did you mean \"Sandbox\"?") })
        #expect(found.allSatisfy { !$0.contains("hidden") && !$0.contains("aGlkZGVu") })
    }

    @Test("An app that is not accepted is worth a warning")
    func foreignApp() throws {
        let configuration = try configuration(
            """
            [{"name": "a", "url": "https://example.com", "secretFile": "secret", "bundleIds": ["com.example.other"]}]
            """)
        #expect(configuration.warnings.map(\.setting) == ["webhooks[0].bundleIds"])
    }

    @Test("The introduction names the targets and their hosts, and no more")
    func summary() throws {
        let configuration = try configuration(
            """
            [{"name": "a", "url": "https://example.com/hidden", "secretFile": "secret"},
             {"name": "b", "url": "https://hooks.example.com:8443/hidden", "secretFile": "secret"}]
            """)
        let line = configuration.summary(now: 0).first { $0.name == "webhooks" }
        #expect(line?.text == "a https://example.com, b https://hooks.example.com:8443")
    }
}
