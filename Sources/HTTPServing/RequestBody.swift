/// The body of a request as it comes in, never held beyond its limit.
struct RequestBody {
    /// What may come after the limit, read and dropped, so that the client can be told.
    private static let patience = 1 << 20
    /// What is set aside on the word of a client alone.
    private static let trust: UInt64 = 64 * 1024

    let maximum: Int
    private(set) var bytes: [UInt8] = []
    private(set) var received: UInt64 = 0
    private var dropped = 0

    init(maximum: Int, expected: UInt64?) {
        self.maximum = maximum
        bytes.reserveCapacity(Int(min(expected ?? 0, Self.trust)))
    }

    /// Whether more has come than may.
    var isTooLong: Bool { dropped > 0 }

    /// Takes the next bytes; false when so many are too many that it is not worth reading on.
    mutating func append(_ more: UnsafeRawBufferPointer) -> Bool {
        received += UInt64(more.count)
        if dropped == 0, bytes.count + more.count <= maximum {
            unsafe bytes.append(contentsOf: more)
            return true
        }
        bytes = []
        dropped += more.count
        return dropped <= Self.patience
    }
}
