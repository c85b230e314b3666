internal import Synchronization

/// What libmicrohttpd complains of: kept while the server starts, passed on afterwards.
final class DaemonLog: Sendable {
    private let kept = Mutex<[String]?>([])
    private let output: @Sendable (String) -> Void

    init(_ output: @escaping @Sendable (String) -> Void) {
        self.output = output
    }

    /// Takes one message.
    func note(_ message: String) {
        let isKept = kept.withLock { kept in
            kept?.append(message)
            return kept != nil
        }
        if !isKept { output(message) }
    }

    /// Ends the start, and returns what was said during it.
    func endStart() -> [String] {
        kept.withLock { kept in
            defer { kept = nil }
            return kept ?? []
        }
    }
}
