import AppStoreModels
import AppStoreServerAPI
import Testing

@Suite("Hosts of the Server API")
struct ServerAPIHostTests {
    @Test("Both published generations are known, and Xcode has none")
    func known() {
        #expect(ServerAPIHost.url(of: .production) == "https://api.storekit.apple.com")
        #expect(ServerAPIHost.url(of: .sandbox) == "https://api.storekit-sandbox.apple.com")
        #expect(ServerAPIHost.url(of: .production, .older) == "https://api.storekit.itunes.apple.com")
        #expect(ServerAPIHost.url(of: .sandbox, .older) == "https://api.storekit-sandbox.itunes.apple.com")
        #expect(ServerAPIHost.url(of: .xcode) == nil && ServerAPIHost.url(of: .localTesting, .older) == nil)
    }

    @Test("A token travels by TLS, or stays on this machine")
    func clearText() throws {
        func problem(_ url: String) -> Bool {
            do {
                _ = try SampleClient.make(FakeTransport([])) { $0.baseURLs = [.sandbox: url] }
                return false
            } catch { return true }
        }
        for url in [
            "https://api.example.com", "http://127.0.0.1:8090/", "http://localhost", "http://[::1]:1", "https://h/p",
        ] { #expect(!problem(url), "\(url)") }
        for url in [
            "http://api.example.com", "http://127.0.0.1.example.com", "http://127.0.0.1@example.com", "ftp://h",
            "https://", "https://h?x", "http://localhost:80x", "https://h/\n", "",
        ] { #expect(problem(url), "\(url)") }
    }

    @Test("An environment without a host is told")
    func noHost() async throws {
        let client = try SampleClient.make(FakeTransport([]), environment: .xcode)
        let error = await failure { () throws(ServerAPIError) in try await client.getImageList() }
        #expect(error == .noHost("Xcode"))
    }
}
