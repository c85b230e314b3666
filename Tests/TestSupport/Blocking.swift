internal import Dispatch

/// Runs something that blocks where it holds up no task.
package func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        // A queue of its own gets a thread of its own; the global ones share theirs with all tasks.
        DispatchQueue(label: "blocking").async { continuation.resume(with: Result { try body() }) }
    }
}

/// Starts something that blocks, at once and on a thread of its own; what it gives can be waited for.
///
/// A task would begin only when those of all other tests leave room for it, and whoever waits for it has time limits.
package func started<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { continuation in
        DispatchQueue(label: "started").async {
            do {
                continuation.yield(try body())
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }
}
