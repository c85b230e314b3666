/// What a device does with messages of the App Store.
struct MessagePolicy: Sendable {
    /// How many messages wait; the oldest are dropped first.
    private static let limit = 100

    /// Those that are never shown.
    var suppressed: Set<MessageReason> = []
    /// Whether messages wait until they are asked for.
    var isDeferring = false
    /// Those that wait, oldest first.
    private(set) var deferred: [StoreMessage] = []

    /// Whether a message is to be shown at once; one that is to wait is kept.
    mutating func shows(_ message: StoreMessage) -> Bool {
        guard !suppressed.contains(message.reason) else { return false }
        guard isDeferring else { return true }
        if deferred.count == MessagePolicy.limit { deferred.removeFirst() }
        deferred.append(message)
        return false
    }

    /// Hands over those that wait, except what is suppressed by now.
    mutating func takeDeferred() -> [StoreMessage] {
        defer { deferred = [] }
        return deferred.filter { !suppressed.contains($0.reason) }
    }
}
