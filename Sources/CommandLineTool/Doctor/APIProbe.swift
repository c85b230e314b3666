internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import HTTPClient
internal import Synchronization

/// Asks the Server API, and keeps what its answers say besides.
final class APIProbe: Sendable {
    /// An id that no transaction has: Get Transaction Info only reads, and has one of the widest limits.
    private static let unknownTransaction = "1"

    /// Who is asked.
    let server: String
    private let client: AppStoreServerAPIClient
    private let sandbox: AppStoreServerAPIClient?
    private let transport: NotingTransport
    private let sleep: @Sendable (Int64) async -> Void

    init(
        options: DoctorOptions, credentials: SigningCredentials, trust: VerifierConfiguration?, io: CommandIO
    ) throws(ServerAPIError) {
        var trust = trust ?? VerifierConfiguration()
        trust.environments = [options.environment]
        trust.xcodeCertificates = []
        let verifier: SignedDataVerifier
        do throws(VerifierConfigurationError) { verifier = try SignedDataVerifier(trust) } catch {
            throw .invalidRequest(RequestMistake("trust", error.description))
        }
        let carrier: NotingTransport
        do throws(ServerAPITransportFailure) {
            carrier = NotingTransport(
                try HTTPTransport(userAgent: "storekeeper/\(Product.version)", timeout: options.timeout))
        } catch {
            throw .transport(error)
        }
        transport = carrier
        sleep = io.sleep
        let surroundings = ClientSurroundings(now: io.now, random: { UInt64.random(in: .min ... .max) }) {
            milliseconds throws(CancellationError) in await io.sleep(milliseconds)
        }
        func client(_ environment: AppStoreModels.Environment) throws(ServerAPIError) -> AppStoreServerAPIClient {
            var configuration = ServerAPIConfiguration(credentials: credentials, environment: environment)
            configuration.generation = options.usesOlderHosts ? .older : .current
            if let url = options.baseURL { configuration.baseURLs[environment] = url }
            configuration.retries = .never
            // A dozen questions at most: the limits are counted by the hour, and waiting for them would look like trouble.
            configuration.keepsLimits = false
            return try AppStoreServerAPIClient(
                configuration, verifier: verifier, transport: carrier, surroundings: surroundings)
        }
        self.client = try client(options.environment)
        let hasSandbox = options.environment == .production && options.baseURL == nil
        sandbox = hasSandbox ? try client(.sandbox) : nil
        server =
            options.baseURL
            ?? ServerAPIHost.url(of: options.environment, options.usesOlderHosts ? .older : .current)
            ?? "the Server API"
    }

    /// How this machine's clock stands to the server's.
    var skew: ClockSkew? { client.clockSkew }

    /// Asks about a transaction that there is not: whether the token is taken is all that matters.
    func ask() async -> APIFindings.Outcome {
        do throws(ServerAPIError) { _ = try await question(client) } catch {
            return APIProbe.isAboutTheTransaction(error) ? .accepted : .failed(error, said: transport.challenge)
        }
        return .accepted
    }

    /// Whether the sandbox takes the same token; nil where it cannot be asked.
    func sandboxAccepts() async -> Bool? {
        guard let sandbox else { return nil }
        do throws(ServerAPIError) { _ = try await question(sandbox) } catch {
            if APIProbe.isAboutTheTransaction(error) { return true }
            if case .refused(let refusal) = error, refusal.status == 401 { return false }
            return nil
        }
        return true
    }

    private func question(_ client: AppStoreServerAPIClient) async throws(ServerAPIError) {
        _ = try await client.send(.getTransactionInfo(transactionId: APIProbe.unknownTransaction))
    }

    private static func isAboutTheTransaction(_ error: ServerAPIError) -> Bool {
        guard case .refused(let refusal) = error else { return false }
        return [.transactionIdNotFound, .invalidTransactionId].contains(refusal.code)
    }

    /// Has a TEST notification sent, and waits for what becomes of it.
    func notify(patience: Int64) async -> NotificationFindings.Outcome {
        let token: String
        do throws(ServerAPIError) {
            token = try await client.requestTestNotification().value.testNotificationToken ?? ""
        } catch {
            return .refused(error)
        }
        var (waited, pause): (Int64, Int64) = (0, 1000)
        while true {
            await sleep(pause)
            waited += pause
            do throws(ServerAPIError) {
                let sent = try await client.getTestNotificationStatus(testNotificationToken: token).value
                let results = sent.sendAttempts.compactMap(\.sendAttemptResult)
                if !results.isEmpty {
                    return .sent(uuid: sent.notification.notification.payload.notificationUUID, results)
                }
            } catch {
                // In its first moments a result is not found, which is no fault.
                let isEarly = APIProbe.isTooEarly(error)
                guard isEarly || error.isRetryable, isEarly || waited < patience else { return .lost(error) }
            }
            guard waited < patience else { return .waiting(seconds: waited / 1000) }
            pause = min(pause * 2, 8000)
        }
    }

    private static func isTooEarly(_ error: ServerAPIError) -> Bool {
        guard case .refused(let refusal) = error else { return false }
        return refusal.code == .testNotificationNotFound
    }

    /// Ends all connections.
    func close() async { await transport.close() }
}

extension APIFindings.Outcome {
    /// Whether the token was refused.
    var isUnauthorized: Bool {
        guard case .failed(.refused(let refusal), _) = self else { return false }
        return refusal.status == 401
    }
}

/// Carries requests, and keeps what the latest answer said about the token (RFC 6750, section 3).
private final class NotingTransport: ServerAPITransport {
    private let transport: HTTPTransport
    private let held = Mutex<String?>(nil)

    init(_ transport: HTTPTransport) { self.transport = transport }

    /// The description of an error of the token; the App Store gives none, a simulator does.
    var challenge: String? {
        guard let text = held.withLock({ $0 }), let start = text.firstRange(of: "error_description=\"") else {
            return nil
        }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }

    func send(
        _ request: ServerAPITransportRequest
    ) async throws(ServerAPITransportFailure) -> ServerAPITransportResponse {
        let response = try await transport.send(request)
        held.withLock { $0 = response.field("WWW-Authenticate") }
        return response
    }

    func close() async { await transport.close() }
}
