/// Those who follow what happens in a session.
struct SessionListeners: Sendable {
    /// Streams of all events.
    var streams = Subscribers<SessionEvent>(bufferSize: 10_000)
    private var inboxes: [Int: DeviceInbox] = [:]
    private var nextNumber = 0

    /// Tells a device from now on; the number is the device's.
    mutating func add(_ inbox: DeviceInbox) -> Int {
        nextNumber += 1
        inboxes[nextNumber] = inbox
        return nextNumber
    }

    /// Tells a device no longer.
    mutating func remove(device number: Int) { inboxes[number] = nil }

    /// Tells everyone; the device on which something was bought has the transaction already.
    func tell(_ event: SessionEvent, boughtOn device: Int? = nil) {
        streams.tell(event)
        for (number, inbox) in inboxes { inbox.receive(event, isOwnPurchase: number == device) }
    }
}
