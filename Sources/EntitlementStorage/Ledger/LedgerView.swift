package import Entitlements

/// What a decision is made from, while nobody else decides on the same subject.
package struct LedgerView: Sendable {
    /// Everything that was said about the line that was named with the question; nil when nothing was, or none was named.
    package var record: LineRecord?
    /// The entries of the subject, in their order.
    package var entries: [LedgerEntry]
    /// The entry of the key, whatever its subject.
    package var keyed: LedgerEntry?

    /// Puts a view together.
    package init(record: LineRecord?, entries: [LedgerEntry], keyed: LedgerEntry?) {
        self.record = record
        self.entries = entries
        self.keyed = keyed
    }
}

/// What a decision is made about.
package struct LedgerQuestion: Hashable, Sendable {
    /// The subject.
    package var subject: LedgerSubject
    /// A line that is to be looked at with it.
    package var line: LineIdentity?
    /// The key of the request, where it has one.
    package var key: String?

    /// Asks about a subject.
    package init(subject: LedgerSubject, line: LineIdentity? = nil, key: String? = nil) {
        self.subject = subject
        self.line = line
        self.key = key
    }
}

/// What was decided: an answer, and what is to be kept of it.
package struct LedgerDecision<Answer: Sendable>: Sendable {
    /// The answer.
    package var answer: Answer
    /// What is to be kept; nil when nothing was changed.
    package var entry: LedgerEntry?

    /// Puts a decision together.
    package init(_ answer: Answer, keeping entry: LedgerEntry? = nil) {
        self.answer = answer
        self.entry = entry
    }
}
