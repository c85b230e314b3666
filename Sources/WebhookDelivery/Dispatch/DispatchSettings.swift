/// How a dispatcher goes about its work; the defaults suit a service.
package struct DispatchSettings: Hashable, Sendable {
    /// Messages on their way to one target at a time.
    package var parallelism = 8
    /// Events that are looked at in one step.
    package var page = 500
    /// Milliseconds between two looks for what other processes have written.
    package var poll: Int64 = 1_000
    /// Milliseconds that a lease lasts.
    package var lease: Int64 = 60_000
    /// Milliseconds until there is a connection.
    package var connectTimeout = 10_000
    /// Milliseconds until there is an answer.
    package var totalTimeout = 30_000
    /// Bytes of an answer that are read.
    package var maximumAnswer = 4_096
    /// Milliseconds that deliveries are kept after they were made.
    package var memory: Int64 = 7 * 86_400_000
    /// Milliseconds that messages on their way are given when the dispatcher stops.
    package var patience: Int64 = 10_000
    /// What an attempt means for its delivery.
    package var plan = DeliveryPlan()
    /// When a target is left alone.
    package var breaker = CircuitBreaker()

    /// The defaults.
    package init() {}
}
