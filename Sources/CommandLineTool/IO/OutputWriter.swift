internal import Synchronization

/// A buffered output: standard output, standard error, or a test's buffer.
///
/// After the first failure everything else is dropped; a reader that went away (`| head`) is no failure worth a word.
package final class OutputWriter: Sendable {
    /// Whether a person watches.
    package let isTerminal: Bool

    /// What writes bytes out, in full or not at all.
    package typealias Sink = @Sendable ([UInt8]) throws(SystemError) -> Void

    private struct State {
        var buffer: [UInt8] = []
        var failure: SystemError?
    }

    private let sink: Sink
    private let capacity: Int
    private let state = Mutex(State())

    /// Wraps a sink; `capacity` is how many bytes may wait, 0 for none.
    package init(isTerminal: Bool, capacity: Int = 1 << 16, sink: @escaping Sink) {
        self.isTerminal = isTerminal
        self.capacity = capacity
        self.sink = sink
    }

    /// Writes text as it is.
    package func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes text and ends the line.
    package func writeLine(_ text: String = "") { write(Array(text.utf8) + [UInt8(ascii: "\n")]) }

    /// Writes bytes as they are; on a terminal they are seen at once.
    package func write(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.failure == nil else { return }
            state.buffer.append(contentsOf: bytes)
            if isTerminal || state.buffer.count > capacity { flush(&state) }
        }
    }

    /// Hands on what waits.
    package func flush() { state.withLock { state in flush(&state) } }

    /// Hands on what waits, unless somebody else is about to and does not get it out.
    package func flushUnlessBlocked() { state.withLockIfAvailable { state in flush(&state) } }

    /// Why writing failed, if it did.
    package var failure: SystemError? { state.withLock { $0.failure } }

    private func flush(_ state: inout State) {
        guard state.failure == nil, !state.buffer.isEmpty else { return }
        do throws(SystemError) {
            try sink(state.buffer)
        } catch {
            state.failure = error
        }
        state.buffer.removeAll(keepingCapacity: true)
    }
}
