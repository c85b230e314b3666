/// One request to a target and what came of it.
package struct DeliveryAttempt: Hashable, Sendable {
    /// How many bytes of an answer are kept.
    package static let answerLimit = 1024

    /// When the request was made, in milliseconds since 1970.
    package var startedAt: Int64
    /// How long it took, in milliseconds.
    package var duration: Int64
    /// The status that was answered; nil where there was no answer.
    package var status: Int?
    /// Why there was no answer.
    package var error: String?
    /// The first bytes of the answer's body.
    package var answer: [UInt8]

    /// Puts an attempt together; of the answer no more is taken than is kept.
    package init(startedAt: Int64, duration: Int64, status: Int?, error: String?, answer: [UInt8] = []) {
        self.startedAt = startedAt
        self.duration = duration
        self.status = status
        self.error = error
        self.answer = Array(answer.prefix(Self.answerLimit))
    }
}
