internal import Dispatch

/// Runs something that blocks where it holds up no task.
package func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        // A queue of its own gets a thread of its own; the global ones share theirs with all tasks.
        DispatchQueue(label: "blocking").async { continuation.resume(with: Result { try body() }) }
    }
}
