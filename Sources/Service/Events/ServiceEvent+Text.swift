internal import AppStoreModels

extension ServiceEvent {
    /// The event for a terminal, without a line feed.
    ///
    /// Control characters, which signed data may hold, are replaced: a terminal would obey them.
    package var textLine: String {
        let text =
            switch self {
            case .listening(let addresses):
                "ready.  POST notifications to http://\(addresses.publicAddress)/v1/notifications"
                    + "   ask http://\(addresses.privateAddress)"
            case .warning(let problem): "! warning   \(problem)" + (problem.hint.map { "   \($0)" } ?? "")
            case .delivery(let event): event.textLine
            case .refused(let event):
                "\(ServiceEvent.clock(event.at))  ! refused   \(event.status) \(event.code)"
                    + (event.peer.map { "   from \($0)" } ?? "")
            case .forward(let event): event.textLine
            case .targetPaused(let event):
                "\(ServiceEvent.clock(event.at))  ! paused    \(event.target)  \(event.reason)"
            case .failed(let event):
                "\(ServiceEvent.clock(event.at))  ! failed    \(event.task)  \(event.code): \(event.message)"
            case .reconciled(let event):
                "\(ServiceEvent.clock(event.at))  compared \(event.checked) lines with the App Store in \(event.requests) "
                    + "requests: \(event.differences.values.reduce(0, +)) differ, \(event.applied) statements applied"
                    + (event.unchecked > 0 ? ", \(event.unchecked) lines without an answer" : "")
            case .reloaded(let event):
                "\(ServiceEvent.clock(event.at))  the configuration was read anew"
                    + (event.needRestart.isEmpty
                        ? "" : "   only a restart brings: \(event.needRestart.joined(separator: ", "))")
            case .reloadRefused(let problem):
                "! the configuration stays   \(problem)" + (problem.hint.map { "   \($0)" } ?? "")
            case .stopping: "stopping"
            case .stopped(let summary): summary.textLine
            }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
    }

    /// The time of day of an instant in UTC, `12:04:11`.
    static func clock(_ milliseconds: Int64) -> Substring {
        Timestamp(milliseconds: milliseconds).description.dropFirst("2026-11-02T".count).prefix("12:04:11".count)
    }
}

extension DeliveryEvent {
    fileprivate var textLine: String {
        let clock = ServiceEvent.clock(at)
        let problem = [code, path, label].compactMap(\.self).joined(separator: "  ")
        let kind = type.map { $0 + (subtype.map { "/\($0)" } ?? "") } ?? (isFromClient ? "transaction" : "?")
        switch name {
        case "rejected": return "\(clock)  ! rejected   \(problem)   from \(peer)"
        case "received":
            let columns = [
                padded(kind, 34), padded(environment ?? "-", 10), padded(originalTransactionId ?? "-", 9),
                padded(productId ?? "-", 26), padded(outcome, 10), "\(duration) ms" + (isFlagged ? "  flagged" : ""),
            ]
            return "\(clock)  → " + columns.joined(separator: " ")
        default:
            return "\(clock)  ! \(name)   \(kind)  \(environment ?? "-")  \(originalTransactionId ?? "-")   \(problem)"
        }
    }

}

/// A text with spaces behind it, so that columns line up.
private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
}

extension ForwardEvent {
    fileprivate var textLine: String {
        let clock = ServiceEvent.clock(at)
        let answer = padded(status.map { String($0) } ?? "-", 3)
        guard !isTaken else {
            return "\(clock)  ← " + padded(target, 34) + " \(answer)  \(duration) ms   \(type)"
        }
        let what = error ?? "status \(answer)"
        let next = nextAttempt.map { "again at \(ServiceEvent.clock($0))" } ?? "given up"
        return "\(clock)  ! forward_failed   \(target)  \(what)  \(duration) ms   \(type)   attempt \(attempt), \(next)"
    }
}

extension ServiceSummary {
    fileprivate var textLine: String {
        let counts = notifications.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let clients = transactions.values.reduce(0, +)
        let parts =
            counts + (clients > 0 ? ["\(clients) from clients"] : [])
            + (unavailable > 0 ? ["\(unavailable) told to come again"] : [])
            + (refused > 0 ? ["\(refused) refused"] : [])
        return "stopped after \(uptime / 1000) s: " + (parts.isEmpty ? "nothing came" : parts.joined(separator: " · "))
    }
}

extension Unicode.Scalar {
    /// Whether a terminal might obey it.
    fileprivate var isControl: Bool { properties.generalCategory == .control || properties.generalCategory == .format }
}
