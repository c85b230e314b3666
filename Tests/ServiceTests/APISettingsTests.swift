internal import AppStoreServerAPI
internal import AppStoreVerification
internal import OpenSSLCrypto
internal import Service
internal import TestSupport
internal import Testing

@Suite("The section about the Server API in a configuration file")
struct APISettingsTests {
    private func read(_ text: String) throws(ServiceConfigurationError) -> APISettings {
        let files = ConfigurationFiles(
            read: { _ throws(ConfigurationFiles.Failure) in Array(text.utf8) }, permissions: { _ in 0o600 })
        return try APISettings.read(configurationFile: "storekeeper.json", files: files)
    }

    @Test("It names the key and whose it is; beside it stands whatever else the service reads")
    func section() throws {
        let settings = try read(
            """
            {"store": "memory:",
             "api": {"keyFile": "AuthKey.p8", "keyId": "K", "issuerId": "I", "bundleId": "com.example.app"}}
            """)
        #expect(settings.keyFile == "AuthKey.p8" && settings.keyId == "K")
        #expect(settings.issuerId == "I" && settings.bundleId == "com.example.app")
        #expect(try read("{}") == APISettings())
    }

    @Test("A name that is none, or a value of another kind, is told with its place")
    func mistakes() {
        let error = #expect(throws: ServiceConfigurationError.self) {
            try read(#"{"api": {"keyfile": "AuthKey.p8", "keyId": 7}}"#)
        }
        let texts = error?.problems.map(\.description) ?? []
        #expect(texts.count == 2)
        #expect(texts.contains { $0.contains("api.keyfile") } && texts.contains { $0.contains("api.keyId") })
    }

    // MARK: - In the background

    private func configuration(
        _ text: String, mode: Int = 0o600, key: String? = nil
    ) throws(ServiceConfigurationError) -> ServiceConfiguration {
        let pem = key ?? ((try? P256PrivateKey().pem()) ?? "")
        var settings = ServiceSettings()
        settings.store = "memory:"
        settings.apps = [AppIdentity(bundleId: "com.example.app", appAppleId: 5)]
        let files = ConfigurationFiles(
            read: { path throws(ConfigurationFiles.Failure) in Array((path == "key.p8" ? pem : text).utf8) },
            permissions: { _ in mode })
        return try ServiceConfiguration(settings, configurationFile: "c.json", files: files, now: 0)
    }

    private static let whole =
        #"{"api": {"keyFile": "key.p8", "keyId": "K", "issuerId": "I", "bundleId": "com.example.app"}"#

    @Test("Nothing is asked in the background unless the section reconcile is there")
    func background() throws {
        #expect(try configuration(Self.whole + "}").reconcile == nil)
        let defaults = try #require(try configuration(Self.whole + #", "reconcile": {}}"#).reconcile)
        #expect(defaults.limits == ReconcileLimits() && defaults.credentials.keyId == "K")
        let own = try configuration(
            Self.whole + #", "reconcile": {"requestsPerHour": 60, "sampleLinesPerHour": 0, "settleSeconds": 5}}"#)
        #expect(own.reconcile?.limits.requestsPerHour == 60 && own.reconcile?.limits.settleSeconds == 5)
        #expect(own.summary(now: 0).last?.text == "at most 60 requests an hour")
        #expect(!"\(own)".contains("PRIVATE KEY"))
    }

    @Test("What asking in the background lacks is told, all at once, and nothing of the key")
    func backgroundMistakes() {
        func problems(_ text: String, mode: Int = 0o600, key: String? = nil) -> [String] {
            do throws(ServiceConfigurationError) { _ = try configuration(text, mode: mode, key: key) } catch {
                return error.problems.map(\.description)
            }
            return []
        }
        #expect(
            problems(#"{"reconcile": {"requestsPerHour": 1, "perHour": 2}}"#) == [
                "reconcile.perHour: is no setting", "reconcile.requestsPerHour: is 1, not from 60 to 1000000",
                "api.keyFile: is missing, and reconcile needs it", "api.keyId: is missing, and reconcile needs it",
                "api.issuerId: is missing, and reconcile needs it", "api.bundleId: is missing, and reconcile needs it",
            ])
        let section = Self.whole + #", "reconcile": {}}"#
        #expect(
            problems(section, mode: 0o644) == ["api.keyFile: \"key.p8\" can be read or written by others (mode 644)"])
        let bad = problems(section, key: "hunter2")
        #expect(bad.count == 1 && bad.first?.hasPrefix("api.keyFile: \"key.p8\" cannot be used") == true)
        #expect(bad.first?.contains("hunter2") == false)
        let other = section.replacing("com.example.app", with: "com.example.other")
        #expect(problems(other) == ["api.bundleId: is \"com.example.other\", which is none of the apps"])
        let clear = section.replacing(#""keyId""#, with: #""baseURL": "http://example.com", "keyId""#)
        #expect(problems(clear).first?.hasPrefix("api.baseURL: ") == true)
    }
}
