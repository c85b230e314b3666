/// The body of a request while it is sent, all at once or piece by piece.
struct BodySource {
    /// What is to be done when curl can send more.
    enum Step {
        /// Send these; none when all have been sent.
        case send(ArraySlice<UInt8>)
        /// Wait, and ask again at that time.
        case wait(until: ContinuousClock.Instant)
    }

    private let bytes: [UInt8]
    private let pace: BodyPace?
    private var offset = 0
    private var nextPiece: ContinuousClock.Instant?

    init(_ bytes: [UInt8], pace: BodyPace?) {
        self.bytes = bytes
        self.pace = pace
    }

    /// The next bytes, as many as there is room for at most.
    mutating func next(room: Int, now: ContinuousClock.Instant) -> Step {
        var count = min(room, bytes.count - offset)
        if let pace, count > 0 {
            if let nextPiece, now < nextPiece { return .wait(until: nextPiece) }
            count = min(count, pace.bytes)
            nextPiece = now.advanced(by: .milliseconds(pace.interval))
        }
        defer { offset += count }
        return .send(bytes[offset..<(offset + count)])
    }

    /// Goes back to a place; false when there is no such place.
    mutating func seek(to place: Int) -> Bool {
        guard (0...bytes.count).contains(place) else { return false }
        offset = place
        return true
    }
}
