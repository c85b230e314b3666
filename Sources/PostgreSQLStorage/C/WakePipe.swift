internal import EntitlementStorage
internal import Glibc

/// Ends the wait of a thread that watches files, from another thread.
final class WakePipe: Sendable {
    /// What the thread watches: it can be read from once somebody has woken it.
    let readingEnd: Int32
    private let writingEnd: Int32

    init() throws(StoreError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .unavailable(reason: "this process has too many open files") }
        (readingEnd, writingEnd) = (ends[0], ends[1])
        // Programs that this process starts have no use for them.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    /// Ends the wait, and every later one.
    func wake() {
        var byte: UInt8 = 1
        _ = unsafe write(writingEnd, &byte, 1)
    }
}
