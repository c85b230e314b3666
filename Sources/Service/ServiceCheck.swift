internal import EntitlementStorage
internal import FoundationEssentials
internal import HTTPServing
internal import StoreSelection

/// Looks for what would keep a configured service from starting, without serving.
package enum ServiceCheck {
    /// Everything that a start would stumble on; a store that exists is opened, one that does not is not made.
    package static func problems(with configuration: ServiceConfiguration) async -> [ConfigurationProblem] {
        var problems: [ConfigurationProblem] = []
        if let problem = await storeProblem(configuration) { problems.append(problem) }
        if let problem = await identityProblem(configuration) { problems.append(problem) }
        return problems
    }

    private static func storeProblem(_ configuration: ServiceConfiguration) async -> ConfigurationProblem? {
        do throws(StoreError) {
            if case .sqlite(let path) = try StoreURL(configuration.store),
                !FileManager.default.fileExists(atPath: path)
            {
                return folderProblem(path)
            }
            return try await problem(of: StoreOpening.open(url: configuration.store, mustExist: true))
        } catch .missing {
            // The server can be reached; the start makes the store.
            return nil
        } catch {
            return ServiceError.store(error).problem
        }
    }

    private static func problem(of store: any EntitlementStore) async -> ConfigurationProblem? {
        var found: ConfigurationProblem?
        do throws(StoreError) { try await store.check() } catch { found = ServiceError.store(error).problem }
        await store.close()
        return found
    }

    private static func folderProblem(_ path: String) -> ConfigurationProblem? {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        if FileManager.default.isWritableFile(atPath: folder) { return nil }
        let error = StoreError.cannotOpen(file: path, reason: "its folder is missing, or may not be written in")
        return ServiceError.store(error).problem
    }

    /// Starts TLS on a port that nobody knows, since only the TLS library can say whether certificate and key fit.
    private static func identityProblem(_ configuration: ServiceConfiguration) async -> ConfigurationProblem? {
        guard let tls = configuration.tls else { return nil }
        var trial = HTTPServerConfiguration(address: ListenAddress(host: .loopback, port: 0))
        trial.tls = tls
        do throws(HTTPServingError) {
            let server = try HTTPServer(
                configuration: trial, head: { _ in .respond(.text("", status: 503)) },
                handler: { _ in .text("", status: 503) })
            await server.stop(patience: 0)
            return nil
        } catch {
            return ConfigurationProblem("tls.certificate", error.description)
        }
    }
}
