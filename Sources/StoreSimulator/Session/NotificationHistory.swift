/// The notifications a session made, oldest first, up to a limit.
struct NotificationHistory: Sendable {
    private let limit: Int
    private var notifications: [SignedNotification] = []
    /// How many were dropped from the front.
    private var dropped = 0
    /// Positions, counted from the first ever made.
    private var positions: [String: Int] = [:]

    init(limit: Int) { self.limit = max(limit, 1) }

    /// Those that are kept.
    var all: ArraySlice<SignedNotification> { notifications[...] }

    /// The notification with a UUID, if it is still kept.
    subscript(id: String) -> SignedNotification? {
        positions[id].flatMap { $0 >= dropped ? notifications[$0 - dropped] : nil }
    }

    /// How many were made in all.
    var count: Int { dropped + notifications.count }

    /// Those that were made after the first so many, if they are still kept.
    func made(after count: Int) -> ArraySlice<SignedNotification> {
        notifications.dropFirst(max(count - dropped, 0))
    }

    mutating func append(_ notification: SignedNotification) {
        positions[notification.id] = count
        notifications.append(notification)
        // Dropping half of the surplus room at a time keeps the cost of moving small.
        guard notifications.count >= 2 * limit else { return }
        for old in notifications.prefix(notifications.count - limit) { positions[old.id] = nil }
        dropped += notifications.count - limit
        notifications.removeFirst(notifications.count - limit)
    }

    mutating func removeAll() {
        dropped = count
        notifications = []
        positions = [:]
    }
}
