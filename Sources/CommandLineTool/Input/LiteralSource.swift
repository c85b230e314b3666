internal import Synchronization

/// Bytes that are held already, read like a file.
package final class LiteralSource: ByteSource {
    private let bytes: [UInt8]
    private let position = Mutex(0)

    package let permissions: UInt32?

    package init(_ bytes: [UInt8], permissions: UInt32? = nil) {
        self.bytes = bytes
        self.permissions = permissions
    }

    package var size: Int? { bytes.count }

    package func read(atMost maximum: Int) throws(SystemError) -> [UInt8] {
        position.withLock { position in
            let end = min(position + max(maximum, 0), bytes.count)
            defer { position = end }
            return Array(bytes[position..<end])
        }
    }
}
