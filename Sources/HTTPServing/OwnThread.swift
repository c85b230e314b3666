internal import Glibc

/// A thread for what would block a task.
///
/// Tasks and Dispatch share as many threads as there are processors; a loop that waits must not take one of them.
final class OwnThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    /// Starts a thread; nil when the system has none left.
    init?(_ run: @escaping @Sendable () -> Void) {
        var created = pthread_t()
        let body = unsafe Unmanaged.passRetained(Body(run))
        let result = unsafe pthread_create(
            &created, nil,
            { body in
                if let body = unsafe body { unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard result == 0 else {
            unsafe body.release()
            return nil
        }
        thread = created
    }

    /// Lets the thread end by itself; instead of `join`.
    func detach() {
        _ = pthread_detach(thread)
    }

    /// Waits for the end of the thread; to be called once.
    func join() {
        _ = pthread_join(thread, nil)
    }
}
