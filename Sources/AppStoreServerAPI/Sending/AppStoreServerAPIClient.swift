public import AppStoreModels
public import AppStoreVerification
public import StrictJSON
internal import Synchronization

/// Asks the App Store Server API, keeps its limits, tries again where that helps, and believes only what is signed.
///
/// It may be shared freely. Nothing it decides is decided here: requests, tokens, limits and retries are values with
/// functions of their own.
public final class AppStoreServerAPIClient: Sendable {
    /// Whom it asks, as whom, and how patiently.
    public let configuration: ServerAPIConfiguration
    let verifier: SignedDataVerifier
    private let transport: any ServerAPITransport
    private let surroundings: ClientSurroundings
    private let bases: [Environment: String]
    private let state = Mutex(State())

    private struct BucketKey: Hashable {
        var endpoint: ServerAPIEndpoint
        var environment: Environment
    }

    private struct State {
        var tokens = TokenCache()
        var buckets: [BucketKey: TokenBucket] = [:]
        var budget = RetryBudget()
        var skew: ClockSkew?
    }

    /// Makes a client; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - configuration: Whom it asks, as whom, and how patiently.
    ///   - verifier: What judges the signed parts of answers.
    ///   - transport: What carries the requests.
    ///   - surroundings: Time, chance and patience.
    /// - Throws: ``ServerAPIError`` when a base URL cannot be used.
    public init(
        _ configuration: ServerAPIConfiguration, verifier: SignedDataVerifier, transport: any ServerAPITransport,
        surroundings: ClientSurroundings
    ) throws(ServerAPIError) {
        var bases: [Environment: String] = [:]
        for environment in Environment.known {
            bases[environment] = ServerAPIHost.url(of: environment, configuration.generation)
        }
        for (environment, url) in configuration.baseURLs { bases[environment] = try ServerAPIHost.checked(url) }
        self.bases = bases
        self.configuration = configuration
        self.verifier = verifier
        self.transport = transport
        self.surroundings = surroundings
    }

    /// How this machine's clock stands to the App Store's, as the latest response told.
    public var clockSkew: ClockSkew? { state.withLock { $0.skew } }

    /// The URL that a request goes to.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - environment: The environment; `nil` for the configured one.
    /// - Returns: The absolute URL.
    /// - Throws: ``ServerAPIError``, `noHost`.
    public func url(of request: ServerAPIRequest, in environment: Environment? = nil) throws(ServerAPIError) -> String {
        let environment = environment ?? configuration.environment
        guard let base = bases[environment] else { throw .noHost(environment.rawValue) }
        return base + request.target
    }

    /// The present, in milliseconds since 1970.
    func now() -> Int64 { surroundings.now() }

    /// Sends any request and returns the answer as it came; nothing in it is verified.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - environment: The environment to ask, and no other; `nil` for the configured one, with its fallback.
    /// - Returns: The answer; without a value where the body is empty.
    /// - Throws: ``ServerAPIError``.
    public func send(
        _ request: ServerAPIRequest, in environment: Environment? = nil
    ) async throws(ServerAPIError) -> ServerAPIAnswer<JSONNode?> {
        let first = environment ?? configuration.environment
        let refusal: ServerAPIRefusal
        do throws(ServerAPIError) {
            return try await send(request, to: first)
        } catch {
            guard case .refused(let found) = error, found.code == .transactionIdNotFound, environment == nil,
                configuration.fallsBackToSandbox, first == .production
            else { throw error }
            refusal = found
        }
        do throws(ServerAPIError) {
            return try await send(request, to: .sandbox)
        } catch {
            guard case .refused(let second) = error, second.code == .transactionIdNotFound else { throw error }
            throw .refused(
                ServerAPIRefusal(
                    status: refusal.status, code: refusal.code, message: refusal.message,
                    environments: [.production, .sandbox], clockSkew: second.clockSkew))
        }
    }

    /// Sends a request to one environment, as often as it takes.
    private func send(
        _ request: ServerAPIRequest, to environment: Environment
    ) async throws(ServerAPIError) -> ServerAPIAnswer<JSONNode?> {
        let url = try url(of: request, in: environment)
        state.withLock { $0.budget.noteRequest() }
        var attempt = 0
        var waited: Int64 = 0
        while true {
            attempt += 1
            try await waitForTurn(BucketKey(endpoint: request.endpoint, environment: environment))
            let failure: ServerAPIError
            do throws(ServerAPIError) {
                let (status, json) = try await sendOnce(request, url: url, environment: environment)
                return ServerAPIAnswer(value: json, environment: environment, status: status, attempts: attempt)
            } catch {
                failure = error
            }
            let decision = configuration.retries.decide(
                RetryPolicy.Failure(failure), attempt: attempt, isRepeatable: request.endpoint.isRepeatable,
                waited: waited, now: surroundings.now(), random: surroundings.random())
            guard case .wait(let pause) = decision, state.withLock({ $0.budget.payForRetry() }) else { throw failure }
            configuration.onRetry?(
                ServerAPIRetry(endpoint: request.endpoint, attempt: attempt, pause: pause, error: failure))
            waited += pause
            try await sleep(pause)
        }
    }

    private func waitForTurn(_ key: BucketKey) async throws(ServerAPIError) {
        guard configuration.keepsLimits else { return }
        let now = surroundings.now()
        let result = state.withLock { state -> Result<Int64, ServerAPIError> in
            var bucket = state.buckets[key] ?? TokenBucket(requestsPerTenSeconds: key.endpoint.limit(key.environment))
            defer { state.buckets[key] = bucket }
            if let wait = bucket.take(now: now, waitingAtMost: configuration.longestWait) { return .success(wait) }
            let (until, overflow) = now.addingReportingOverflow(bucket.wait(now: now))
            return .failure(.heldBack(until: overflow ? .max : until))
        }
        let wait = try result.get()
        if wait > 0 { try await sleep(wait) }
    }

    private func sleep(_ milliseconds: Int64) async throws(ServerAPIError) {
        do throws(CancellationError) { try await surroundings.sleep(milliseconds) } catch { throw .cancelled }
    }

    private func sendOnce(
        _ request: ServerAPIRequest, url: String, environment: Environment
    ) async throws(ServerAPIError) -> (status: Int, json: JSONNode?) {
        let sent = surroundings.now()
        let credentials = configuration.credentials
        let token = try state.withLock { state throws(ServerAPIError) in
            try state.tokens.token(now: sent) { now throws(ServerAPIError) in
                try ServerAPIToken(signedBy: credentials, now: now)
            }
        }
        var fields = [("Authorization", "Bearer \(token.text)"), ("Accept", "application/json")]
        if let mediaType = request.body.mediaType { fields.append(("Content-Type", mediaType)) }
        let response: ServerAPITransportResponse
        do throws(ServerAPITransportFailure) {
            response = try await transport.send(
                ServerAPITransportRequest(
                    method: request.method.rawValue, url: url, fields: fields, body: request.body.bytes,
                    isRepeatable: request.endpoint.isRepeatable))
        } catch {
            throw error.kind == .cancelled ? .cancelled : .transport(error)
        }
        let received = surroundings.now()
        let skew = ClockSkew(date: response.field("Date"), sent: sent, received: received)
        if let skew { state.withLock { $0.skew = skew } }
        if ServerAPIRequest.successStatuses.contains(response.status) {
            return (response.status, try ResponseReading.json(response.body))
        }
        let refusal = ResponseReading.refusal(response, environment: environment, skew: skew, now: received)
        note(refusal, of: BucketKey(endpoint: request.endpoint, environment: environment), now: received)
        throw .refused(refusal)
    }

    /// Draws the consequences of a refusal for the requests that come next.
    private func note(_ refusal: ServerAPIRefusal, of key: BucketKey, now: Int64) {
        state.withLock { state in
            if refusal.status == 401 { state.tokens.drop() }
            if refusal.status == 429, let moment = refusal.retryAfter {
                state.buckets[key]?.pause(until: moment, now: now)
            }
        }
    }
}

extension ServerAPIEndpoint {
    /// The App Store's limit in an environment, in requests every ten seconds.
    fileprivate func limit(_ environment: Environment) -> Int {
        environment == .production ? requestsPerSecond * 10 : requestsPerSecond
    }
}

extension RetryPolicy.Failure {
    /// Tells how a failed request can be sent again.
    fileprivate init(_ error: ServerAPIError) {
        switch error {
        case .refused(let refusal):
            self.init(
                isRetryable: refusal.isRetryable, isUncertain: refusal.isUncertain, retryAfter: refusal.retryAfter)
        case .transport(let failure):
            self.init(isRetryable: failure.kind != .misconfigured, isUncertain: failure.kind == .uncertain)
        default: self.init(isRetryable: false)
        }
    }
}
