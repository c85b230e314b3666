/// Those who follow what happens in a session.
struct SessionListeners: Sendable {
    /// How many events wait for a slow listener; the oldest are dropped first.
    private static let bufferSize = 10_000

    private var continuations: [Int: AsyncStream<SessionEvent>.Continuation] = [:]
    private var inboxes: [Int: DeviceInbox] = [:]
    private var nextNumber = 0

    /// A new stream, and the number by which it is removed.
    mutating func add() -> (number: Int, stream: AsyncStream<SessionEvent>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SessionEvent.self, bufferingPolicy: .bufferingNewest(SessionListeners.bufferSize))
        nextNumber += 1
        continuations[nextNumber] = continuation
        return (nextNumber, stream)
    }

    /// What is to be done when the stream with a number ends.
    func onTermination(_ number: Int, _ action: @escaping @Sendable () -> Void) {
        continuations[number]?.onTermination = { _ in action() }
    }

    /// Tells a device from now on; the number is the device's.
    mutating func add(_ inbox: DeviceInbox) -> Int {
        nextNumber += 1
        inboxes[nextNumber] = inbox
        return nextNumber
    }

    mutating func remove(_ number: Int) {
        continuations[number] = nil
        inboxes[number] = nil
    }

    /// Tells everyone; the device on which something was bought has the transaction already.
    func tell(_ event: SessionEvent, boughtOn device: Int? = nil) {
        for continuation in continuations.values { continuation.yield(event) }
        for (number, inbox) in inboxes { inbox.receive(event, isOwnPurchase: number == device) }
    }

    func finish() {
        for continuation in continuations.values { continuation.finish() }
    }
}
