internal import Service
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
}
