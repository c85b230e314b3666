internal import AppStoreVerification
internal import FoundationEssentials
internal import OpenSSLCrypto
internal import Service
internal import TestSupport

extension TemporaryFolder {
    /// Settings of a service that could start: a store in memory, any ports, the samples' app and the test root.
    func settings() throws -> ServiceSettings {
        var settings = ServiceSettings()
        settings.store = "memory:"
        settings.listen = "127.0.0.1:0"
        settings.privateListen = "127.0.0.1:0"
        settings.roots = [try write("root.pem", TestSigner.shared().root.pem)]
        settings.apps = [AppIdentity(bundleId: SamplePayload.bundleId, appAppleId: SamplePayload.appAppleId)]
        return settings
    }

    /// Makes a symbolic link, and returns its path.
    func link(_ name: String, to target: String) throws -> String {
        try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: target)
        return file(name)
    }
}
