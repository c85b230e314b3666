public import AppStoreModels

/// Whom a client asks, as whom, and how patiently.
public struct ServerAPIConfiguration: Sendable {
    /// The key, and whose it is.
    public var credentials: SigningCredentials
    /// The environment that is asked.
    public var environment: Environment
    /// Whether the sandbox is asked where Production does not know a transaction; answers say which it was.
    public var fallsBackToSandbox = false
    /// Which of Apple's hosts are asked.
    public var generation = ServerAPIHost.Generation.current
    /// Other hosts than Apple's, such as a simulator's; https, or http on this machine.
    public var baseURLs: [Environment: String] = [:]
    /// When a request that failed is sent again.
    public var retries = RetryPolicy()
    /// How long a request may wait for its turn under the limits, in milliseconds.
    public var longestWait: Int64 = 60_000
    /// Whether requests are spread so that Apple's limits are kept.
    public var keepsLimits = true
    /// Told of each pause before a request is sent again.
    public var onRetry: (@Sendable (ServerAPIRetry) -> Void)?

    /// Asks Apple's current host of an environment.
    public init(credentials: SigningCredentials, environment: Environment = .production) {
        self.credentials = credentials
        self.environment = environment
    }
}

/// A pause before a request is sent again.
public struct ServerAPIRetry: Hashable, Sendable {
    /// The operation.
    public let endpoint: ServerAPIEndpoint
    /// How often it was sent so far.
    public let attempt: Int
    /// How long it waits, in milliseconds.
    public let pause: Int64
    /// Why.
    public let error: ServerAPIError
}
