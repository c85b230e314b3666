/// What came of one request to a target.
package enum AttemptOutcome: Hashable, Sendable {
    /// The receiver answered with this status; how long it wants to be left alone, in milliseconds, where it says so.
    case answered(status: Int, retryAfter: Int64?)
    /// There was no answer; why, in words.
    case unanswered(String)
    /// What was to be sent is not kept any more.
    case lost

    /// Whether the receiver took the message.
    package var isSuccess: Bool {
        if case .answered(let status, _) = self { (200...299).contains(status) } else { false }
    }

    /// Whether the receiver wants no more messages, ever (Standard Webhooks, "410 Gone").
    package var isGone: Bool {
        if case .answered(410, _) = self { true } else { false }
    }

    /// The kind of result, for counting.
    package var word: String {
        switch self {
        case .answered(let status, _):
            isSuccess ? "delivered" : "http_\(status / 100)xx"
        case .unanswered: "unanswered"
        case .lost: "lost"
        }
    }
}
