/// Those who follow a sequence, of a session or of a device.
struct Subscribers<Element: Sendable>: Sendable {
    /// How many elements wait for a slow subscriber; the oldest are dropped first.
    private let bufferSize: Int
    private var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    private var nextNumber = 0

    init(bufferSize: Int = 1000) { self.bufferSize = bufferSize }

    /// A new stream, the number by which it is removed, and where to say what is to be done when it ends.
    mutating func add() -> (number: Int, stream: AsyncStream<Element>, end: AsyncStream<Element>.Continuation) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(bufferSize))
        nextNumber += 1
        continuations[nextNumber] = continuation
        return (nextNumber, stream, continuation)
    }

    mutating func remove(_ number: Int) { continuations[number] = nil }

    func tell(_ element: Element) {
        for continuation in continuations.values { continuation.yield(element) }
    }

    func finish() {
        for continuation in continuations.values { continuation.finish() }
    }
}
