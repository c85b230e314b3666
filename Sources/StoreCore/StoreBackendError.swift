/// Why a backend has no answer.
///
/// The reasons are for people who look after the app: lower case, without anything secret.
@nonexhaustive public enum StoreBackendError: Error, Hashable, Sendable {
    /// It cannot be reached, or asks to come again: the same question may be answered later.
    case unavailable(reason: String)
    /// It was reached and will not answer, because of who asks or what is asked: asking again does not help.
    case refused(reason: String)
    /// It answered, and the answer makes no sense.
    case unreadable(reason: String)
    /// The task that asked was cancelled.
    case cancelled
}

extension StoreBackendError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .unavailable(let reason): "the store is not available: \(reason)"
        case .refused(let reason): "the store refused to answer: \(reason)"
        case .unreadable(let reason): "the store's answer cannot be read: \(reason)"
        case .cancelled: "the question to the store was cancelled"
        }
    }
}
