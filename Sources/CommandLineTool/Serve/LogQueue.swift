internal import Dispatch
internal import Synchronization

/// Lines on their way to an output that may be slow, or that nobody reads: whoever writes one never waits.
///
/// So many bytes wait at most. What comes then is dropped and counted, and the count is written when there is room.
final class LogQueue: Sendable {
    /// How many bytes may wait.
    static let limit = 4 << 20

    private struct State {
        var lines: [String] = []
        var bytes = 0
        var dropped = 0
        var isDraining = false
    }

    private let output: OutputWriter
    private let tellDropped: @Sendable (Int) -> String
    private let state = Mutex(State())
    // A queue of its own gets a thread of its own: one that blocks holds up nobody else.
    private let writing = DispatchQueue(label: "storekeeper.log")

    /// - Parameters:
    ///   - output: Takes the lines.
    ///   - tellDropped: Says that so many lines were dropped.
    init(output: OutputWriter, tellDropped: @escaping @Sendable (Int) -> String) {
        self.output = output
        self.tellDropped = tellDropped
    }

    /// Takes a line, without a line feed.
    func write(_ line: String) {
        let begins = state.withLock { state in
            guard state.bytes + line.utf8.count <= LogQueue.limit else {
                state.dropped += 1
                return false
            }
            state.lines.append(line)
            state.bytes += line.utf8.count
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if begins { writing.async { self.drain() } }
    }

    /// Returns when everything was written, or after so many milliseconds.
    func finish(patience: Int) async {
        let written = DispatchSemaphore(value: 0)
        writing.async { written.signal() }
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "storekeeper.log.end").async {
                _ = written.wait(timeout: .now() + .milliseconds(patience))
                continuation.resume()
            }
        }
    }

    private func drain() {
        while true {
            let lines = state.withLock { state -> [String]? in
                var lines = state.lines
                if state.dropped > 0 { lines.append(tellDropped(state.dropped)) }
                state.lines = []
                state.bytes = 0
                state.dropped = 0
                if lines.isEmpty { state.isDraining = false }
                return lines.isEmpty ? nil : lines
            }
            guard let lines else { return }
            output.write(lines.joined(separator: "\n") + "\n")
        }
    }
}
