/// An answer that a fake store holds back.
public struct HeldAnswer: Sendable {
    // Nothing is ever sent: a stream's end is a signal that can come before its receiver, and that cancelling ends too.
    private let question = AsyncStream.makeStream(of: Void.self)
    private let release = AsyncStream.makeStream(of: Void.self)

    /// Waits until the question has been asked; call it once.
    public func reached() async {
        for await _ in question.stream {}
    }

    /// Lets the answer go, now or as soon as the question is asked.
    public func letGo() { release.continuation.finish() }

    /// Waits until the answer may go; false when the task was cancelled meanwhile.
    func pass() async -> Bool {
        question.continuation.finish()
        for await _ in release.stream {}
        return !Task.isCancelled
    }
}
