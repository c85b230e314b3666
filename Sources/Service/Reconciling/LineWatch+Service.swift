internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification

extension LineWatch {
    /// Makes what asks the App Store in the background of a running service; nil where nothing is to be asked.
    static func make(_ configuration: ServiceConfiguration, _ parts: ServiceParts) throws(ServiceError) -> LineWatch? {
        guard let reconcile = configuration.reconcile else { return nil }
        let transport: HTTPTransport
        do throws(ServerAPITransportFailure) {
            transport = try HTTPTransport(userAgent: "storekeeper/\(parts.version)")
        } catch {
            throw .reconcile(error.description)
        }
        var clients: [AppStoreServerAPIClient] = []
        for environment in configuration.verifier.environments.sorted(by: { $0.rawValue < $1.rawValue }) {
            // Xcode has no App Store; that of local tests is a simulator, whose address must be given.
            guard environment != .xcode, environment != .localTesting || reconcile.baseURL != nil else { continue }
            var settings = ServerAPIConfiguration(credentials: reconcile.credentials, environment: environment)
            if let url = reconcile.baseURL { settings.baseURLs[environment] = url }
            do throws(ServerAPIError) {
                clients.append(
                    try AppStoreServerAPIClient(
                        settings, verifier: parts.verifier, transport: transport,
                        surroundings: .system(now: parts.now)))
            } catch {
                throw .reconcile("\(error)")
            }
        }
        return LineWatch(parts: parts, clients: clients, limits: reconcile.limits)
    }
}

extension RunningService {
    /// Begins to compare lines with the App Store.
    static func watchingTask(_ watch: LineWatch?) -> Task<Void, Never>? {
        watch.map { watch in Task { await watch.run() } }
    }
}
