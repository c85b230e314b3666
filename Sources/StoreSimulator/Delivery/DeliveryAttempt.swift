/// An attempt that is due: what to send, and how.
public struct DeliveryAttempt: Hashable, Sendable {
    /// How the bytes are sent.
    public enum Manner: Hashable, Sendable {
        /// At once, and the answer is read.
        case plain
        /// In small pieces with pauses between them.
        case slow
        /// The connection is closed as soon as the body is sent; a server sees a whole request and a client that is gone.
        case disconnecting
        /// Not at all: the notification is lost on the way.
        case lost
    }

    /// The notification's UUID.
    public var notificationID: String
    /// When it is due, in milliseconds since 1970-01-01T00:00:00Z.
    public var date: Int64
    /// Which attempt it is, from 1; a duplicate after a success has the number of that success.
    public var number: Int
    /// How to send it.
    public var manner: Manner
    /// Whether it repeats what has arrived; its result is in no history.
    public var isDuplicate: Bool
}
