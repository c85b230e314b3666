/// Those who follow what happens in a session.
struct SessionListeners: Sendable {
    /// How many events wait for a slow listener; the oldest are dropped first.
    private static let bufferSize = 10_000

    private var continuations: [Int: AsyncStream<SessionEvent>.Continuation] = [:]
    private var nextNumber = 0

    /// A new stream, and the number by which it is removed.
    mutating func add() -> (number: Int, stream: AsyncStream<SessionEvent>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SessionEvent.self, bufferingPolicy: .bufferingNewest(SessionListeners.bufferSize))
        nextNumber += 1
        continuations[nextNumber] = continuation
        return (nextNumber, stream)
    }

    /// What is to be done when the stream with a number ends.
    func onTermination(_ number: Int, _ action: @escaping @Sendable () -> Void) {
        continuations[number]?.onTermination = { _ in action() }
    }

    mutating func remove(_ number: Int) { continuations[number] = nil }

    func tell(_ event: SessionEvent) {
        for continuation in continuations.values { continuation.yield(event) }
    }

    func finish() {
        for continuation in continuations.values { continuation.finish() }
    }
}
