internal import StrictJSON

extension ForwardEvent {
    /// What the log says of it, in order.
    var members: [(String, JSONValue?)] {
        [
            ("at", .integer(at)), ("target", .string(target)), ("delivery", .integer(delivery)),
            ("eventId", .string(eventId)), ("type", .string(type)),
            ("originalTransactionId", originalTransactionId.map(JSONValue.string)), ("attempt", .integer(attempt)),
            ("status", status.map { .integer($0) }), ("error", error.map(JSONValue.string)),
            ("nextAttempt", nextAttempt.map { .integer($0) }), ("givenUp", !isTaken && nextAttempt == nil ? true : nil),
            ("milliseconds", .integer(duration)),
        ]
    }
}
