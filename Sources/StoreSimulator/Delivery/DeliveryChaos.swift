/// What goes wrong on the way to a server, at random but from a seed.
///
/// Each chance is from 0 (never) to 1 (always) and is drawn anew for each notification, in the order they are added.
public struct DeliveryChaos: Hashable, Sendable {
    /// Where the random numbers start.
    public var seed: UInt64
    /// The chance that a first attempt is lost on the way; the App Store then counts a time-out.
    public var drop = 0.0
    /// The chance that a notification that arrived is sent once more.
    public var duplicate = 0.0
    /// The chance that a notification waits until the next one has been sent.
    public var reorder = 0.0
    /// The chance that a notification starts late.
    public var delay = 0.0
    /// The longest delay of a late start, in milliseconds.
    public var longestDelay: Int64 = 3_600_000
    /// The chance that a notification waits for a few more, which are then all sent at once.
    public var burst = 0.0
    /// The chance that the body trickles over a slow connection.
    public var slow = 0.0
    /// The chance that the connection is closed as soon as the body is sent, before an answer.
    public var disconnect = 0.0

    /// Nothing goes wrong until chances are set.
    public init(seed: UInt64) { self.seed = seed }
}
