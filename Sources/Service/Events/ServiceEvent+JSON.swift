internal import StrictJSON

extension ServiceEvent {
    /// The event as one line of JSON, without a line feed.
    package var jsonLine: String { JSONWriter().text(json) }

    private var json: JSONValue {
        let members: [(String, JSONValue?)] =
            switch self {
            case .listening(let addresses):
                [("public", .string(addresses.publicAddress)), ("private", .string(addresses.privateAddress))]
            case .warning(let problem), .reloadRefused(let problem):
                [
                    ("setting", .string(problem.setting)), ("problem", .string(problem.problem)),
                    ("hint", problem.hint.map(JSONValue.string)),
                ]
            case .delivery(let event): event.members
            case .refused(let event):
                [
                    ("at", .integer(event.at)), ("status", .integer(event.status)), ("code", .string(event.code)),
                    ("peer", event.peer.map(JSONValue.string)),
                ]
            case .forward(let event): event.members
            case .targetPaused(let event):
                [
                    ("at", .integer(event.at)), ("target", .string(event.target)),
                    ("reason", .string(event.reason)),
                ]
            case .failed(let event):
                [
                    ("at", .integer(event.at)), ("task", .string(event.task)), ("code", .string(event.code)),
                    ("message", .string(event.message)),
                ]
            case .reconciled(let event):
                [
                    ("at", .integer(event.at)), ("checked", .integer(event.checked)),
                    ("unchecked", .integer(event.unchecked)), ("differences", .counts(event.differences)),
                    ("applied", .integer(event.applied)), ("requests", .integer(event.requests)),
                ]
            case .reloaded(let event):
                [("at", .integer(event.at)), ("needRestart", .array(event.needRestart.map(JSONValue.string)))]
            case .stopping: []
            case .stopped(let summary):
                [
                    ("at", .integer(summary.at)), ("uptime", .integer(summary.uptime)),
                    ("notifications", .counts(summary.notifications)),
                    ("transactions", .counts(summary.transactions)),
                    ("unavailable", .integer(summary.unavailable)), ("refused", .integer(summary.refused)),
                ]
            }
        return .object(
            [JSONMember("event", .string(name))]
                + members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}

extension DeliveryEvent {
    /// What the log says of it, in order.
    fileprivate var members: [(String, JSONValue?)] {
        let texts = [
            ("outcome", outcome), ("code", code), ("path", path), ("label", label),
            ("notificationUUID", notificationUUID), ("type", type), ("subtype", subtype), ("environment", environment),
            ("bundleId", bundleId), ("productId", productId), ("originalTransactionId", originalTransactionId),
            ("transactionId", transactionId), ("appAccountToken", appAccountToken),
        ]
        return [("at", .integer(at)), ("source", .string(isFromClient ? "client" : "app-store"))]
            + texts.map { ($0, $1.map(JSONValue.string)) }
            + [
                ("flagged", isFlagged ? true : nil), ("peer", .string(peer)),
                ("milliseconds", .integer(duration)),
            ]
    }
}

extension JSONValue {
    /// Counts by name, sorted.
    fileprivate static func counts(_ counts: [String: Int]) -> JSONValue {
        .object(counts.sorted { $0.key < $1.key }.map { JSONMember($0.key, .integer($0.value)) })
    }
}
