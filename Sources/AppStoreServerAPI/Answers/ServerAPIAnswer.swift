public import AppStoreModels

/// What the App Store answered, and where.
public struct ServerAPIAnswer<Value: Sendable>: Sendable {
    /// The answer.
    public let value: Value
    /// The environment that answered, which after a fallback is not the one that was asked first.
    public let environment: Environment
    /// The status of HTTP.
    public let status: Int
    /// How often the request was sent.
    public let attempts: Int

    /// Holds an answer.
    init(value: Value, environment: Environment, status: Int, attempts: Int) {
        self.value = value
        self.environment = environment
        self.status = status
        self.attempts = attempts
    }

    /// The same with another value.
    func with<Other: Sendable>(_ value: Other) -> ServerAPIAnswer<Other> {
        ServerAPIAnswer<Other>(value: value, environment: environment, status: status, attempts: attempts)
    }
}
