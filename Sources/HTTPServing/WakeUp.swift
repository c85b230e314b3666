internal import CMicroHTTPD
internal import Glibc

/// A descriptor that wakes a thread out of `poll`.
final class WakeUp: Sendable {
    /// The descriptor to wait for.
    let descriptor: Int32

    /// Opens a descriptor; nil when the system has none left.
    init?() {
        let opened = mhdShimWakeUp()
        guard opened >= 0 else { return nil }
        descriptor = opened
    }

    deinit { _ = close(descriptor) }

    /// Wakes the thread, now or when it waits next.
    func send() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Forgets what has been sent.
    func clear() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
