/// Bytes that are read from front to end: standard input, a file, or a test's array.
package protocol ByteSource: Sendable {
    /// How many bytes there are in all, where that is known beforehand.
    var size: Int? { get }

    /// Who may do what with the file, as the bits of `st_mode`; `nil` for what is no file.
    var permissions: UInt32? { get }

    /// The next bytes, at most `maximum` of them; none at the end.
    func read(atMost maximum: Int) throws(SystemError) -> [UInt8]
}

extension ByteSource {
    /// It is no file.
    package var permissions: UInt32? { nil }

    /// Everything up to the end, or `nil` when that is more than `limit` bytes.
    ///
    /// One byte more than the limit is read at most, so an endless input ends too.
    package func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        if let size { bytes.reserveCapacity(min(size, limit)) }
        while true {
            let next = try read(atMost: min(limit - bytes.count + 1, 1 << 16))
            if next.isEmpty { return bytes }
            bytes.append(contentsOf: next)
            if bytes.count > limit { return nil }
        }
    }
}
