package import AppStoreModels
package import StoreSimulator
internal import Synchronization

/// A session as it is served: behind keys, limits and simulated errors, with a delivery for its notifications.
package final class ServedStore: Sendable {
    /// An error that an operation answers on purpose.
    package struct EndpointError: Hashable, Sendable {
        /// Apple's number.
        package var code: ServerAPIErrorCode
        /// How often; `nil` until it is taken back.
        package var times: Int?

        /// Describes an error.
        package init(code: ServerAPIErrorCode, times: Int? = nil) {
            self.code = code
            self.times = times
        }
    }

    private struct State {
        var limiter = RateLimiter()
        var errors: [ServerEndpoint: EndpointError] = [:]
        var consumption: [Int: [[UInt8]]] = [:]
        var chaos: ServerAPIChaos?
        var numbers = SeededNumbers(seed: 0)
        var counts: [ServerEndpoint: RequestCounts] = [:]
    }

    /// How many requests of the Server API came, and how many of them came above a limit.
    package struct RequestCounts: Hashable, Sendable {
        /// All with a token.
        package var all = 0
        /// Those above a limit that was set; what chaos answers as if it were is none of these.
        package var aboveLimit = 0
    }

    /// The session.
    package let session: SimulatorSession
    /// What clients of the Server API sign with.
    package let credentials: ServerAPICredentials
    /// The way of notifications to the app's server.
    package let delivery: DeliveryDesk
    /// Real time in milliseconds since 1970-01-01T00:00:00Z.
    package let realTime: @Sendable () -> Int64
    /// Whether the session's time passes by itself.
    package let isLive: Bool
    private let state = Mutex(State())

    /// How many messages about the consumption of one transaction are kept.
    private static let consumptionLimit = 20

    /// Serves a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - credentials: What clients of the Server API sign with.
    ///   - delivery: The way of its notifications.
    ///   - isLive: Whether its time passes by itself.
    ///   - realTime: Real time in milliseconds since 1970-01-01T00:00:00Z; tokens and limits are judged by it.
    package init(
        session: SimulatorSession, credentials: ServerAPICredentials, delivery: DeliveryDesk? = nil,
        isLive: Bool = false, realTime: @escaping @Sendable () -> Int64
    ) {
        self.session = session
        self.credentials = credentials
        self.delivery = delivery ?? DeliveryDesk(session: session)
        self.isLive = isLive
        self.realTime = realTime
    }

    /// Answers a request to the App Store Server API, late where chaos has it so.
    package func serve(_ endpoint: ServerEndpoint, _ request: ServiceRequest) async -> ServiceAnswer {
        let (fate, delay) = state.withLock { state in
            state.chaos.map { $0.draw(&state.numbers) } ?? (.answered, 0)
        }
        if delay > 0 { try? await Task.sleep(for: .milliseconds(delay)) }
        return answer(endpoint, request, fate: fate)
    }

    /// Answers a request to the App Store Server API: token, limit, simulated error, and then the store.
    package func answer(
        _ endpoint: ServerEndpoint, _ request: ServiceRequest, fate: ServerAPIChaos.Fate = .answered
    ) -> ServiceAnswer {
        let now = realTime()
        do throws(TokenRefusal) {
            try credentials.issuer.check(request.authorization, now: now / 1000)
        } catch {
            // The App Store says no more than the status; a field beside it does no harm and helps.
            let description = "Bearer error=\"invalid_token\", error_description=\"\(error.reason)\""
            return ServiceAnswer(status: 401, fields: ["WWW-Authenticate": description])
        }
        if let refusal = refusal(endpoint, fate: fate, now: now) { return refusal }
        let answer = api.answer(endpoint, request)
        if answer.status < 300, ServedStore.notifying.contains(endpoint) { delivery.deliverSoon() }
        return answer
    }

    private static let notifying: [ServerEndpoint] = [
        .extendRenewalDate, .massExtendRenewalDate, .requestTestNotification, .setAppAccountToken,
    ]

    private var api: ServerAPI {
        var surroundings = ServerAPI.Surroundings()
        surroundings.isNotifying = delivery.url != nil
        surroundings.attempts = { [delivery] in delivery.attempts(of: $0) }
        surroundings.noteConsumption = { [weak self] id, body in self?.note(body, of: id) }
        surroundings.realTime = realTime
        return ServerAPI(session: session, surroundings: surroundings)
    }

    private func refusal(_ endpoint: ServerEndpoint, fate: ServerAPIChaos.Fate, now: Int64) -> ServiceAnswer? {
        state.withLock { state in
            state.counts[endpoint, default: RequestCounts()].all += 1
            if let next = state.limiter.refuse(endpoint.rawValue, now: now) {
                var answer = ServerAPIFailure(.rateLimitExceeded, "Rate limit exceeded.").answer
                // A date in milliseconds, unlike the seconds of RFC 9110.
                answer.fields["Retry-After"] = String(next)
                state.counts[endpoint, default: RequestCounts()].aboveLimit += 1
                return answer
            }
            switch fate {
            case .answered: break
            case .error: return ServerAPIFailure(.generalInternalRetryable, "Simulated error.").answer
            case .limited:
                var answer = ServerAPIFailure(.rateLimitExceeded, "Simulated limit.").answer
                answer.fields["Retry-After"] = String(now + 1000)
                return answer
            }
            guard var error = state.errors[endpoint] else { return nil }
            if let times = error.times {
                error.times = times - 1
                state.errors[endpoint] = times > 1 ? error : nil
            }
            var answer = ServerAPIFailure(error.code, "Simulated error.").answer
            if error.code == .rateLimitExceeded { answer.fields["Retry-After"] = String(now + 1000) }
            return answer
        }
    }

    private func note(_ body: [UInt8], of transaction: Int) {
        state.withLock { state in
            var all = state.consumption[transaction] ?? []
            all.append(body)
            state.consumption[transaction] = all.suffix(ServedStore.consumptionLimit)
        }
    }
}

extension ServedStore {
    /// What was told about the consumption of a transaction, the latest last.
    package func consumption(of transaction: Int) -> [[UInt8]] { state.withLock { $0.consumption[transaction] ?? [] } }

    /// The errors that operations answer on purpose.
    package var endpointErrors: [ServerEndpoint: EndpointError] { state.withLock { $0.errors } }

    /// Makes an operation answer an error, or with `nil` no longer.
    package func setError(_ error: EndpointError?, of endpoint: ServerEndpoint) {
        state.withLock { $0.errors[endpoint] = error }
    }

    /// What goes wrong with answers of the Server API at random.
    package var chaos: ServerAPIChaos? { state.withLock { $0.chaos } }

    /// Lets answers of the Server API go wrong at random from now on, or with `nil` no longer.
    package func setChaos(_ chaos: ServerAPIChaos?) {
        state.withLock { state in
            state.chaos = chaos
            state.numbers = SeededNumbers(seed: chaos?.seed ?? 0)
        }
    }

    /// How many requests of the Server API came so far.
    package func requestCounts(of endpoint: ServerEndpoint) -> RequestCounts {
        state.withLock { $0.counts[endpoint] ?? RequestCounts() }
    }

    /// The limits in force.
    package var rateLimits: [ServerEndpoint: RateLimiter.Limit] {
        let limits = state.withLock { $0.limiter.limits }
        return Dictionary(
            uniqueKeysWithValues: ServerEndpoint.allCases.compactMap { endpoint in
                limits[endpoint.rawValue].map { (endpoint, $0) }
            })
    }

    /// Limits an operation, or with `nil` no longer, and counts anew.
    package func setLimit(_ limit: RateLimiter.Limit?, of endpoint: ServerEndpoint) {
        state.withLock { $0.limiter.setLimit(limit, of: endpoint.rawValue) }
    }

    /// Returns to the settings of the file, and disarms errors, limits and chaos; transactions stay.
    package func reset() {
        session.resetToDefaultState()
        state.withLock { state in
            state.errors = [:]
            state.limiter = RateLimiter()
            state.chaos = nil
        }
    }

    /// Forgets all transactions.
    package func clear() {
        session.clearTransactions()
        state.withLock { $0.consumption = [:] }
    }
}
