internal import AppStoreServerAPI

extension CommandError {
    /// What an error of the Server API means for the caller.
    init(_ error: ServerAPIError) {
        let problem = Problem(error)
        switch error {
        case .refused(let refusal) where refusal.isNotFound: self = .notFound(problem)
        case .signing: self = .defect(problem)
        case .invalidRequest, .noHost, .unreadable: self = .misconfigured([problem])
        case .refused, .transport: self = error.isRetryable ? .unavailable(problem) : .misconfigured([problem])
        default: self = .unavailable(problem)
        }
    }
}

extension Problem {
    /// An error of the Server API in the words of the command line, with its causes in their order.
    init(_ error: ServerAPIError) {
        var text = error.description
        if case .refused(let refusal) = error, !refusal.message.isEmpty {
            text += ": " + TerminalText.plain(ShortText.head(refusal.message, limit: 300))
        }
        if case .refused(let refusal) = error, let moment = refusal.retryAfter {
            text += "; again from \(TimeText.utc(moment))"
        }
        if case .heldBack(let moment) = error { text += "; again from \(TimeText.utc(moment))" }
        let advice = error.advice
        let list = advice.enumerated().map { "\($0 + 1)) \($1)" }.joined(separator: "; ")
        self.init(text, hint: advice.count > 1 ? "likely causes: \(list)" : advice.first)
    }
}
